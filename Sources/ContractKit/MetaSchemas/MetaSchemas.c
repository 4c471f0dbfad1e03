// Embeds the meta-schemas.

#include "ContractMetaSchemas.h"

#define TEXT contractMetaSchema
#define FILE "../MetaSchemas/2020-12/schema.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaCore
#define FILE "../MetaSchemas/2020-12/meta/core.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaApplicator
#define FILE "../MetaSchemas/2020-12/meta/applicator.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaUnevaluated
#define FILE "../MetaSchemas/2020-12/meta/unevaluated.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaValidation
#define FILE "../MetaSchemas/2020-12/meta/validation.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaMetaData
#define FILE "../MetaSchemas/2020-12/meta/meta-data.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaFormatAnnotation
#define FILE "../MetaSchemas/2020-12/meta/format-annotation.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaFormatAssertion
#define FILE "../MetaSchemas/2020-12/meta/format-assertion.json"
#include "../Resources/Embed.h"

#define TEXT contractMetaSchemaContent
#define FILE "../MetaSchemas/2020-12/meta/content.json"
#include "../Resources/Embed.h"

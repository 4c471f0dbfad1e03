#pragma once

// The meta-schemas of JSON Schema 2020-12 as published at json-schema.org, without titles and comments: texts in UTF-8 that
// end with a zero byte.

extern const char *_Nonnull const contractMetaSchema;
extern const char *_Nonnull const contractMetaSchemaCore;
extern const char *_Nonnull const contractMetaSchemaApplicator;
extern const char *_Nonnull const contractMetaSchemaUnevaluated;
extern const char *_Nonnull const contractMetaSchemaValidation;
extern const char *_Nonnull const contractMetaSchemaMetaData;
extern const char *_Nonnull const contractMetaSchemaFormatAnnotation;
extern const char *_Nonnull const contractMetaSchemaFormatAssertion;
extern const char *_Nonnull const contractMetaSchemaContent;

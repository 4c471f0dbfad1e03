// Defines the text TEXT with the bytes of the file FILE and a zero byte. FILE is relative to the folder of this file, and
// FOLDER is that folder as an absolute path.

#define JOIN(a, b) a##b
#define BYTES(text) JOIN(text, Bytes)

#if defined(__has_embed) && !defined(CONTRACTKIT_NO_EMBED)

// `#embed` is of C23, but clang has it in each C.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char BYTES(TEXT)[] = {
#embed FILE
  , 0
};
#pragma clang diagnostic pop

#else

// For compilers before clang 19. They do not notice if only the file changes.
#define NAME_OF(symbol) #symbol
#define STRING(symbol) NAME_OF(symbol)
#if __APPLE__
#define SECTION "__TEXT,__const"
#define PREFIX "_"
#else
#define SECTION ".rodata"
#define PREFIX ""
#endif
extern const unsigned char BYTES(TEXT)[];
__asm__(
  ".pushsection " SECTION "\n"
  ".globl " PREFIX STRING(BYTES(TEXT)) "\n"
  PREFIX STRING(BYTES(TEXT)) ":\n"
  ".incbin \"" FOLDER "/" FILE "\"\n"
  ".byte 0\n"
  ".popsection\n");
#undef NAME_OF
#undef STRING
#undef SECTION
#undef PREFIX

#endif

const char *_Nonnull const TEXT = (const char *)BYTES(TEXT);

#undef TEXT
#undef FILE
#undef JOIN
#undef BYTES

/// The commit that the build named in CONTRACTKIT_COMMIT, as `git describe --always --dirty --exclude '*'` prints it; ""
/// if the build named none.
extern const char *_Nonnull const contractRunCommit;

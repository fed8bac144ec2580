package probe;

/** What an act needs is not there: the module's fault, not ours. */
final class Missing extends Exception {
  private static final long serialVersionUID = 1L;

  Missing(String why) {
    super(why);
  }
}

package probe;

import static probe.Report.fact;
import static probe.Report.problem;

import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Window;
import java.util.Map;
import java.util.function.Consumer;

/** Keeps time, for the whole run and for each act of a drive: whatever the engine does, we come to an end. */
final class Watch {

  private static final long TICK = 200;
  private static final int FRAMES = 14;

  private static long end;
  private static long due = Long.MAX_VALUE;
  private static int limit;
  private static boolean freed;
  private static Consumer<String> stuck;

  private Watch() {
  }

  /** From now on the process has so many seconds. */
  static void start(int seconds) {
    end = Report.ms() + seconds * 1000L;
    final Thread dog = new Thread(() -> watch(seconds), "probe-watchdog");
    dog.setDaemon(true);
    dog.start();
  }

  /** An act begins, and has so many seconds; should it not end, its account is given and the process ends. */
  static synchronized void begin(int seconds, Consumer<String> account) {
    limit = seconds;
    stuck = account;
    freed = false;
    again();
  }

  /** The act goes on as it should: its time begins anew. */
  static synchronized void again() {
    due = Report.ms() + limit * 1000L;
  }

  /** No act is under way. */
  static synchronized void rest() {
    due = Long.MAX_VALUE;
  }

  private static void watch(int seconds) {
    while (true) {
      try {
        Thread.sleep(TICK);
      }
      catch (InterruptedException e) {
        return;
      }
      if (Report.ms() > end) {
        fact("timedOut", true);
        problem("timeout", Report.phase, "no end after " + seconds + " s" + doing() + "\n" + stacks());
        Report.finish(3);
      }
      look();
    }
  }

  private static String doing() {
    return Report.piece == null ? "" : ", at " + Report.piece;
  }

  /** An act that waits for a dialog nobody answered gets the dialog closed and its time again; any other is the last. */
  private static synchronized void look() {
    if (Report.ms() <= due) {
      return;
    }
    final Dialog waiting = freed ? null : dialog();
    if (waiting != null) {
      freed = true;
      problem("dialog", waiting.getClass().getName(), "[" + waiting.getTitle() + "] is not answered");
      EventQueue.invokeLater(waiting::dispose);
      again();
      return;
    }
    stuck.accept("no end after " + limit + " s\n" + stacks());
    Report.finish(3);
  }

  private static Dialog dialog() {
    for (final Window w : Window.getWindows()) {
      if (w instanceof Dialog && w.isShowing() && ((Dialog) w).isModal()) {
        return (Dialog) w;
      }
    }
    return null;
  }

  /** What the engine is busy with. */
  private static String stacks() {
    final StringBuilder stacks = new StringBuilder();
    for (final Map.Entry<Thread, StackTraceElement[]> e : Thread.getAllStackTraces().entrySet()) {
      final String name = e.getKey().getName();
      if (name.startsWith("AWT-EventQueue") || "main".equals(name)) {
        stacks.append(name).append(": ");
        for (int i = 0; i < Math.min(FRAMES, e.getValue().length); ++i) {
          stacks.append("\n   ").append(e.getValue()[i]);
        }
        stacks.append('\n');
      }
    }
    return stacks.toString();
  }
}

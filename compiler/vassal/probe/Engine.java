package probe;

import static probe.Report.fact;
import static probe.Report.note;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.launch.PlayerWindow;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.awt.event.ComponentEvent;
import java.awt.event.WindowEvent;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.JTextPane;
import javax.swing.text.JTextComponent;

import org.slf4j.LoggerFactory;

/** Dealings with the running engine: its threads, log, dialogs, chat and private fields. */
final class Engine {

  private Engine() {
  }

  private static final List<String> dialogs = Collections.synchronizedList(new ArrayList<>());
  private static final Set<JDialog> attended = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Every warning of the engine's log is a problem. */
  private static class Catcher extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent e) {
      if (!e.getLevel().isGreaterOrEqual(Level.WARN)) {
        return;
      }
      if (e.getFormattedMessage().startsWith("No Translation: ")) {
        // the engine looks up a deck's own menu text in its catalogue: harmless
        note(e.getFormattedMessage());
        return;
      }
      final StringBuilder s = new StringBuilder(e.getFormattedMessage());
      final IThrowableProxy t = e.getThrowableProxy();
      for (IThrowableProxy p = t; p != null; p = p.getCause()) {
        s.append('\n').append(p == t ? "" : "caused by ").append(p.getClassName()).append(": ").append(p.getMessage());
        for (int i = 0; i < Math.min(6, p.getStackTraceElementProxyArray().length); ++i) {
          s.append("\n  ").append(p.getStackTraceElementProxyArray()[i]);
        }
      }
      final String kind = e.getLevel().isGreaterOrEqual(Level.ERROR) ? "log-error" : "log-warning";
      problem(kind, e.getLoggerName(), s.toString().strip());
    }
  }

  /** The engine asks for a menu manager, and has none for a player window that it did not launch itself. */
  static class ProbeMenus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame f) {
      return f instanceof PlayerWindow ? bar.createPeer() : null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame f) {
      return f instanceof PlayerWindow ? bar : null;
    }
  }

  /** Hear the log, the bug reports and the exceptions that nobody caught. */
  static void listen() {
    final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    final Catcher c = new Catcher();
    c.setContext(root.getLoggerContext());
    c.start();
    root.addAppender(c);
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> problem("uncaught", t.getName(), trace(e, 18)));
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable t) {
        return true;
      }

      @Override
      public void handle(Throwable t) {
        problem("bug", Report.phase, trace(t, 25));
      }
    });
  }

  private static void collectText(Component c, StringBuilder b) {
    String t = null;
    if (c instanceof JLabel) {
      t = ((JLabel) c).getText();
    }
    else if (c instanceof JTextComponent) {
      t = ((JTextComponent) c).getText();
    }
    if (t != null && !t.isBlank()) {
      b.append(' ').append(t.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip());
    }
    if (c instanceof Container) {
      for (final Component k : ((Container) c).getComponents()) {
        collectText(k, b);
      }
    }
  }

  /** A modal dialog would wait for a human: unless a drive answers it, note what it says as a problem, and close it. */
  static void watchDialogs() {
    Toolkit.getDefaultToolkit().addAWTEventListener(e -> {
      // a dialog that is shown a second time is not opened again
      final boolean shown = e.getID() == WindowEvent.WINDOW_OPENED || e.getID() == ComponentEvent.COMPONENT_SHOWN;
      if (shown && e.getSource() instanceof JDialog) {
        final JDialog d = (JDialog) e.getSource();
        if (d.isModal() && d.isShowing() && attended.add(d)) {
          EventQueue.invokeLater(() -> attend(d));
        }
      }
    }, AWTEvent.WINDOW_EVENT_MASK | AWTEvent.COMPONENT_EVENT_MASK);
  }

  private static void attend(JDialog d) {
    final StringBuilder b = new StringBuilder();
    collectText(d, b);
    final String text = "[" + d.getTitle() + "]" + b;
    attended.remove(d);
    if (!d.isShowing()) {
      return;
    }
    if (Drive.answers() != null) {
      Drive.answers().answer(d, text);
      return;
    }
    dialogs.add(text);
    problem("dialog", d.getClass().getName(), text);
    d.dispose();
  }

  /** Do this on the thread of the user interface, and wait for it. */
  static <T> T edt(Callable<T> c) throws Exception {
    final FutureTask<T> f = new FutureTask<>(c);
    EventQueue.invokeLater(f);
    return f.get();
  }

  /** Wait until the user interface has nothing left to do. */
  static void settle() throws Exception {
    for (int i = 0; i < 4; ++i) {
      edt(() -> null);
      Thread.sleep(25);
    }
  }

  static Object field(Object o, String name) throws ReflectiveOperationException {
    return accessible(o, name).get(o);
  }

  static void setField(Object o, String name, Object value) throws ReflectiveOperationException {
    accessible(o, name).set(o, value);
  }

  private static Field accessible(Object o, String name) throws NoSuchFieldException {
    for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) {
      try {
        final Field f = c.getDeclaredField(name);
        f.setAccessible(true);
        return f;
      }
      catch (NoSuchFieldException e) {
        // look in the superclass
      }
    }
    throw new NoSuchFieldException(name);
  }

  static List<String> chatLines() {
    try {
      final GameModule g = GameModule.getGameModule();
      final Chatter ch = g == null ? null : g.getChatter();
      if (ch == null) {
        return List.of();
      }
      final JTextPane p = (JTextPane) field(ch, "conversationPane");
      final String s = p.getDocument().getText(0, p.getDocument().getLength());
      final List<String> l = new ArrayList<>();
      for (final String x : s.split("\n")) {
        if (!x.isBlank()) {
          l.add(x.strip());
        }
      }
      return l;
    }
    catch (Exception e) {
      return List.of("(chat not readable: " + e + ")");
    }
  }

  static void reportChat() {
    fact("chat", chatLines());
    fact("dialogs", new ArrayList<>(dialogs));
  }
}

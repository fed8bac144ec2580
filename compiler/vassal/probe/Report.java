package probe;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the probe found: facts, problems and notes, written as JSON at the end. */
final class Report {

  private Report() {
  }

  private static final long START = System.nanoTime();
  private static final Map<String, Object> facts = Collections.synchronizedMap(new LinkedHashMap<>());
  private static final Set<Map<String, Object>> problems = Collections.synchronizedSet(new LinkedHashSet<>());
  private static final Set<String> notes = Collections.synchronizedSet(new LinkedHashSet<>());
  private static boolean finished;

  /** What the probe is doing; every problem bears it. */
  static volatile String phase = "start";
  /** The piece that is being tried out, if any; problems bear it too. */
  static volatile String piece;
  /** Where the full report goes, if anywhere. */
  static volatile File jsonFile;

  static long ms() {
    return (System.nanoTime() - START) / 1_000_000L;
  }

  static void fact(String name, Object value) {
    facts.put(name, value);
  }

  /** Something that looks like a problem and is none. */
  static void note(String text) {
    notes.add(text);
  }

  static void problem(String kind, String where, String message) {
    final Map<String, Object> m = new LinkedHashMap<>();
    m.put("kind", kind);
    m.put("phase", phase);
    m.put("where", where);
    m.put("message", message);
    if (piece != null) {
      m.put("piece", piece);
    }
    problems.add(m);
  }

  /** The first lines of a stack trace, and the root cause. */
  static String trace(Throwable t, int lines) {
    final StringWriter sw = new StringWriter();
    t.printStackTrace(new PrintWriter(sw));
    final String[] all = sw.toString().split("\n");
    final StringBuilder b = new StringBuilder(String.join("\n", Arrays.copyOf(all, Math.min(lines, all.length))));
    Throwable r = t;
    while (r.getCause() != null) {
      r = r.getCause();
    }
    if (r != t) {
      b.append("\nroot cause: ").append(r);
      for (int i = 0; i < Math.min(8, r.getStackTrace().length); ++i) {
        b.append("\n\tat ").append(r.getStackTrace()[i]);
      }
    }
    return b.toString();
  }

  /** Write the report and end the process: the code is 1 where 0 was meant but there are problems. */
  static synchronized void finish(int meant) {
    if (finished) {
      return;
    }
    finished = true;
    int code = meant == 0 && !problems.isEmpty() ? 1 : meant;
    synchronized (problems) {
      fact("problems", new ArrayList<>(problems));
    }
    fact("problemCount", problems.size());
    synchronized (notes) {
      fact("notes", new ArrayList<>(notes));
    }
    fact("elapsedMs", ms());
    fact("exitCode", code);
    fact("ok", code == 0);
    try {
      write();
    }
    catch (Throwable t) {
      t.printStackTrace();
      code = 2;
    }
    // the engine's own threads and exit hooks would keep us waiting
    Runtime.getRuntime().halt(code);
  }

  private static void write() throws IOException {
    if (jsonFile != null) {
      final StringBuilder full = new StringBuilder();
      synchronized (facts) {
        json(full, facts, 0);
      }
      Files.writeString(jsonFile.toPath(), full.append('\n'));
    }
    final Map<String, Object> summary = new LinkedHashMap<>();
    for (final String k : List.of("module", "engine", "ok", "exitCode", "timedOut", "loadMs", "startMs", "elapsedMs",
      "componentCounts", "slotCount", "pieceCount", "logSteps", "locations", "lookups", "globalProperties",
      "actions", "problemCount", "problems")) {
      if (facts.containsKey(k)) {
        summary.put(k, facts.get(k));
      }
    }
    if (jsonFile == null) {
      summary.put("chat", facts.get("chat"));
    }
    final StringBuilder brief = new StringBuilder();
    json(brief, summary, 0);
    System.out.write(brief.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  private static void json(StringBuilder b, Object o, int indent) {
    if (o == null || o instanceof Number || o instanceof Boolean) {
      b.append(o);
    }
    else if (o instanceof Map) {
      String before = "{";
      for (final Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
        b.append(before).append('\n').append(" ".repeat(indent + 1));
        before = ",";
        quote(b, String.valueOf(e.getKey()));
        b.append(": ");
        json(b, e.getValue(), indent + 1);
      }
      b.append(",".equals(before) ? "\n" + " ".repeat(indent) + "}" : "{}");
    }
    else if (o instanceof Collection) {
      String before = "[";
      for (final Object e : (Collection<?>) o) {
        b.append(before).append('\n').append(" ".repeat(indent + 1));
        before = ",";
        json(b, e, indent + 1);
      }
      b.append(",".equals(before) ? "\n" + " ".repeat(indent) + "]" : "[]");
    }
    else {
      quote(b, o.toString());
    }
  }

  private static void quote(StringBuilder b, String s) {
    b.append('"');
    for (final char c : s.toCharArray()) {
      if (c == '"' || c == '\\') {
        b.append('\\').append(c);
      }
      else if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
        // a lone half of a surrogate pair could not be written as UTF-8
        b.append(String.format("\\u%04x", (int) c));
      }
      else {
        b.append(c);
      }
    }
    b.append('"');
  }
}

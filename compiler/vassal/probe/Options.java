package probe;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words of the command line; VassalProbe says what each means. */
final class Options {
  File module;
  String setup;
  boolean newGame;
  File save;
  String side;
  /** What to do in the game, in order: {"key", "hotkey", "button", "move" or "undo", its argument}. */
  final List<String[]> actions = new ArrayList<>();
  final List<String> pieceProperties = new ArrayList<>();
  final List<String> globalProperties = new ArrayList<>();
  /** {map, x, y}. */
  final List<String[]> points = new ArrayList<>();
  /** {map, location name}. */
  final List<String[]> lookups = new ArrayList<>();
  File screenshot;
  File screen;
  File mapImage;
  File writeSave;
  File writeLog;
  File resaveXml;
  /** What to play through, and where the pictures of it go. */
  File drive;
  File shots;
  String lang;
  boolean exercise = true;
  File json;
  int timeout = 120;
  int actTimeout = 60;

  private Options() {
  }

  /** Read the command line; anything not understood is an IllegalArgumentException. */
  static Options parse(String[] args) throws IOException {
    final Options o = new Options();
    for (int i = 0; i < args.length; ++i) {
      final String name = args[i];
      if ("--new".equals(name)) {
        o.newGame = true;
      }
      else if ("--no-exercise".equals(name)) {
        o.exercise = false;
      }
      else if (name.startsWith("--")) {
        if (++i == args.length) {
          throw new IllegalArgumentException(name + " needs a value");
        }
        o.take(name, args[i]);
      }
      else if (o.module == null) {
        o.module = file(name);
      }
      else {
        throw new IllegalArgumentException(name);
      }
    }
    if (o.module == null) {
      throw new IllegalArgumentException("no module named");
    }
    return o;
  }

  boolean startsGame() {
    return newGame || setup != null || save != null;
  }

  private void take(String name, String value) throws IOException {
    switch (name) {
    case "--setup": setup = value; break;
    case "--save": save = file(value); break;
    case "--side": side = value; break;
    case "--key":
    case "--hotkey":
    case "--button":
    case "--move":
    case "--undo": actions.add(new String[]{name.substring(2), value}); break;
    case "--prop": pieceProperties.add(value); break;
    case "--gprop": globalProperties.add(value); break;
    case "--point": points.add(point(value)); break;
    case "--points": points.addAll(rows(value, 3)); break;
    case "--location": lookups.add(location(value)); break;
    case "--locations": lookups.addAll(rows(value, 2)); break;
    case "--screenshot": screenshot = file(value); break;
    case "--screen": screen = file(value); break;
    case "--map-image": mapImage = file(value); break;
    case "--write-save": writeSave = file(value); break;
    case "--write-log": writeLog = file(value); break;
    case "--resave-xml": resaveXml = file(value); break;
    case "--drive": drive = file(value); break;
    case "--shots": shots = file(value); break;
    case "--lang": lang = value; break;
    case "--json": json = file(value); break;
    case "--timeout": timeout = Integer.parseInt(value); break;
    case "--act-timeout": actTimeout = Integer.parseInt(value); break;
    default: throw new IllegalArgumentException(name);
    }
  }

  private static File file(String s) {
    return new File(s).getAbsoluteFile();
  }

  private static String[] point(String s) {
    final int colon = s.lastIndexOf(':');
    final String[] xy = s.substring(colon + 1).split(",");
    if (colon < 0 || xy.length != 2) {
      throw new IllegalArgumentException(s + " is not MAP:X,Y");
    }
    return new String[]{s.substring(0, colon), xy[0], xy[1]};
  }

  private static String[] location(String s) {
    final int colon = s.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(s + " is not MAP:NAME");
    }
    return new String[]{s.substring(0, colon), s.substring(colon + 1)};
  }

  private static List<String[]> rows(String name, int columns) throws IOException {
    final List<String[]> rows = new ArrayList<>();
    for (final String line : Files.readAllLines(Path.of(name), StandardCharsets.UTF_8)) {
      if (line.isBlank()) {
        continue;
      }
      final String[] row = line.split("\t");
      if (row.length != columns) {
        throw new IllegalArgumentException(name + ": not " + columns + " columns: " + line);
      }
      rows.add(row);
    }
    return rows;
  }
}

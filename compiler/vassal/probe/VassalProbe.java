package probe;

import static probe.Engine.edt;
import static probe.Engine.settle;
import static probe.Report.fact;
import static probe.Report.problem;
import static probe.Report.trace;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.i18n.Localization;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.StartUp;
import VASSAL.tools.DataArchive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Load a module in the real engine, without a human, and report everything that the engine (or this probe) finds
 * wrong with it.
 *
 * <pre>
 *   java -cp ENGINE:JARS:PROBE probe.VassalProbe module.vmod [options]
 *
 *   --setup NAME          start the predefined setup NAME ("*": the first one, or a new game where there is none)
 *   --new                 start a new game with the default boards (no setup)
 *   --save FILE           load a .vsav or .vlog (a log is stepped to its end)
 *   --side NAME           take this side (default: the first free one)
 *   --key PIECE=KEY       send a key command to the pieces called PIECE (repeatable). KEY is a named command, a
 *                         Java keystroke such as "ctrl D", or "menu:Menu text"; PIECE a name, "#id" or "*"
 *   --hotkey KEY          press a key of the toolbar, typed or named (repeatable)
 *   --button NAME         press a toolbar button, by component name, text or tooltip (repeatable); e.g. dice
 *   --move PIECE=X,Y      move a piece on its map, as a drag would (repeatable)
 *   --undo N              undo the last N steps
 *   --prop NAME           also dump this property of every piece (repeatable)
 *   --gprop NAME          dump this global (module level) property (repeatable)
 *   --point MAP:X,Y       ask map MAP for the location name at X,Y (repeatable)
 *   --points FILE         the same, one "MAP tab X tab Y" a line
 *   --location MAP:NAME   ask the map for the pixel of a location name (repeatable)
 *   --locations FILE      the same, one "MAP tab NAME" a line
 *   --drive FILE          play through a list of acts (Drive says of what form)
 *   --shots FOLDER        where the pictures go that the list asks for
 *   --screenshot PNG      the main window, as painted on the screen
 *   --screen PNG          the whole screen (every open window)
 *   --map-image PNG       each map drawn at 1:1 (PNG, PNG-2, ...)
 *   --write-save FILE     let the engine save the game at the end
 *   --write-log FILE      let the engine log what happens after loading
 *   --resave-xml FILE     the engine's own re-serialisation of the buildFile
 *   --lang CODE           run the engine in this language (e.g. ja, de)
 *   --no-exercise         do not put a copy of every palette piece on a map
 *   --json FILE           write the full report here (a summary is always printed)
 *   --timeout SEC         hard limit, default 120
 *   --act-timeout SEC     hard limit for one act of a drive, default 60
 * </pre>
 *
 * Exit code: 0 no problem, 1 problems found, 2 the module or game could not be loaded, 3 out of time, 64 wrong usage.
 */
public final class VassalProbe {

  private VassalProbe() {
  }

  public static void main(String[] args) {
    final Options options;
    try {
      options = Options.parse(args);
    }
    catch (IOException | IllegalArgumentException e) {
      System.err.println("VassalProbe: wrong usage: " + e.getMessage());
      System.exit(64);
      return;
    }
    Report.jsonFile = options.json;
    Watch.start(options.timeout);
    try {
      run(options);
      Report.finish(0);
    }
    catch (Throwable t) {
      Throwable c = t;
      while (c instanceof java.util.concurrent.ExecutionException && c.getCause() != null) {
        c = c.getCause();
      }
      problem("fatal", Report.phase, trace(c, 25));
      Engine.reportChat();
      Report.finish(2);
    }
  }

  private static void run(Options o) throws Exception {
    fact("module", o.module.getName());
    Report.phase = "init";
    prepare(o.lang);
    Report.phase = "load";
    final GameModule g = load(o);
    Report.phase = "check";
    edt(() -> {
      Inspection.inspect(g);
      if (o.resaveXml != null) {
        Files.writeString(o.resaveXml.toPath(), g.buildString());
      }
      return null;
    });
    if (o.startsGame()) {
      Report.phase = "game";
      Game.start(g, o);
    }
    if (g.getGameState().isGameStarted()) {
      play(g, o);
    }
    else if (o.screenshot != null) {
      Painting.paint(g, o);
    }
    settle();
    edt(() -> {
      reportGlobals(g, o.globalProperties);
      Engine.reportChat();
      return null;
    });
  }

  /** Settings of a player who never has to be asked anything, and an ear on everything the engine says. */
  private static void prepare(String lang) throws Exception {
    final Path home = Files.createTempDirectory("vassalprobe");
    System.setProperty("VASSAL.conf", home.toString());
    System.setProperty("java.awt.headless", "false");
    if (System.getProperty("logback.configurationFile") == null) {
      final Path config = home.resolve("logback.xml");
      Files.writeString(config, "<configuration><root level=\"INFO\"/></configuration>");
      System.setProperty("logback.configurationFile", config.toString());
    }
    if (lang != null) {
      Locale.setDefault(new Locale(lang));
    }
    Files.createDirectories(home.resolve("prefs"));
    Files.writeString(home.resolve("prefs").resolve("V_Global"),
      "welcomeWizard=false\nmainWindowRemember=false\n" + (lang != null ? "Locale=" + lang + "\n" : ""));

    Info.setConfig(new StandardConfig());
    fact("engine", Info.getVersion());
    Engine.listen();
    new StartUp().initSystemProperties();
    Engine.watchDialogs();
    new Engine.ProbeMenus();
  }

  private static GameModule load(Options o) throws Exception {
    final long begin = Report.ms();
    edt(() -> {
      final GameModule fresh = new GameModule(new DataArchive(o.module.getPath()));
      if (o.drive != null) {
        Drive.rig(fresh);
      }
      GameModule.init(fresh);
      new ExtensionsLoader().addTo(GameModule.getGameModule());
      Localization.getInstance().translate();
      return null;
    });
    final GameModule g = GameModule.getGameModule();
    edt(() -> {
      for (final String p : List.of("PromptNewLogAtStart", "PromptNewLogEnd", "PromptNewLog", "promptLogComment")) {
        if (g.getPrefs().getOption(p) != null) {
          g.getPrefs().setValue(p, Boolean.FALSE);
        }
      }
      g.getPrefs().setValue(GameModule.REAL_NAME, "Probe");
      g.getPrefs().setValue(GameModule.SECRET_NAME, "probe-pw");
      GameModule.setUserId("probe-pw");
      g.getPlayerWindow().setVisible(true);
      return null;
    });
    settle();
    fact("loadMs", Report.ms() - begin);
    fact("moduleName", g.getGameName());
    fact("moduleVersion", g.getGameVersion());
    return g;
  }

  private static void play(GameModule g, Options o) throws Exception {
    if (o.writeLog != null) {
      edt(() -> {
        Game.beginLog(g, o.writeLog);
        return null;
      });
    }
    Game.stepLog(g);
    Report.phase = "actions";
    Actions.run(g, o.actions);
    Report.phase = "dump";
    edt(() -> {
      Game.check(g);
      Dump.maps(g, o.pieceProperties);
      Dump.places(o);
      if (o.writeLog != null) {
        Game.endLog(g);
      }
      if (o.writeSave != null) {
        g.getGameState().saveGame(o.writeSave);
      }
      return null;
    });
    Report.phase = "paint";
    Painting.paint(g, o);
    if (o.exercise) {
      Report.phase = "exercise";
      edt(() -> {
        Painting.exercise(g);
        return null;
      });
    }
    if (o.drive != null) {
      Report.phase = "drive";
      Drive.run(g, o);
    }
  }

  private static void reportGlobals(GameModule g, List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    final Map<String, Object> values = new LinkedHashMap<>();
    for (final String n : names) {
      values.put(n, g.getProperty(n));
    }
    fact("globalProperties", values);
  }
}

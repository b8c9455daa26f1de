package gridiron;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import ygraph.ai.smartfox.games.BaseGameGUI;
import ygraph.ai.smartfox.games.GamePlayer;

/** Chooses the class that plays and starts it. */
final class Choice {
	private static final String[] ACCOUNT = {"player", "password"}; // the course's server checks neither

	private Choice() {}

	static void start(String path, String wanted, String preferred) {
		Class<?> chosen = null;
		try {
			chosen = choose(path, wanted, preferred);
		} catch (IOException e) {
			Course.fail("the classes cannot be read: " + e);
		}
		try {
			Method main = main(chosen);
			if (main != null) {
				main.invoke(null, (Object) ACCOUNT.clone());
			} else {
				play(chosen);
			}
		} catch (InvocationTargetException e) {
			fails(chosen, e.getCause());
		} catch (Throwable e) {
			fails(chosen, e);
		}
		connects(chosen);
	}

	private static void fails(Class<?> chosen, Throwable e) {
		String what = Course.explain(chosen.getName(), e);
		if (!Course.hasPlayer()) {
			Course.fail(what);
		}
	}

	/** Plays with a class that has no main, as the main of the course's skeleton does. */
	private static void play(Class<?> type) throws ReflectiveOperationException {
		GamePlayer player = null;
		for (int n = 2; n >= 0 && player == null; n--) {
			Class<?>[] texts = new Class<?>[n];
			java.util.Arrays.fill(texts, String.class);
			try {
				Constructor<?> make = type.getDeclaredConstructor(texts);
				make.setAccessible(true);
				player = (GamePlayer) make.newInstance((Object[]) java.util.Arrays.copyOf(ACCOUNT, n));
			} catch (NoSuchMethodException e) {
				// another may fit
			}
		}
		if (player == null) {
			Course.fail("the class " + type.getName() + " has no main, and no constructor with up to two texts (user name, password)");
		}
		if (player.getGameGUI() == null) {
			player.Go();
		} else {
			BaseGameGUI.sys_setup();
			java.awt.EventQueue.invokeLater(player::Go);
		}
	}

	/** Waits until a player has made its GameClient, and fails when none will. */
	private static void connects(Class<?> chosen) {
		while (!Course.hasPlayer()) {
			boolean busy = false;
			try {
				java.awt.EventQueue.invokeAndWait(() -> {}); // what was to run later has run
			} catch (InterruptedException | InvocationTargetException e) {
				busy = true;
			}
			for (Thread t : Thread.getAllStackTraces().keySet()) {
				String name = t.getName();
				busy |= !t.isDaemon() && t != Thread.currentThread() && !name.startsWith("gridiron-") && !name.startsWith("AWT-")
					&& !name.equals("DestroyJavaVM");
			}
			if (!busy && !Course.hasPlayer()) {
				Course.noClient(chosen);
			}
			try {
				Thread.sleep(20);
			} catch (InterruptedException e) {
				// look again
			}
		}
	}

	private static Class<?> choose(String path, String wanted, String preferred) throws IOException {
		List<String> names = new ArrayList<>();
		String manifest = "";
		File file = new File(path);
		if (file.isDirectory()) {
			walk(file, "", names);
		} else {
			try (JarFile jar = new JarFile(file)) {
				for (JarEntry e : Collections.list(jar.entries())) {
					add(e.getName(), names);
				}
				Manifest m = jar.getManifest();
				if (m != null && m.getMainAttributes().getValue("Main-Class") != null) {
					manifest = m.getMainAttributes().getValue("Main-Class").trim();
				}
			}
		}
		Collections.sort(names);
		if (!wanted.isEmpty()) {
			return named(wanted, names);
		}
		for (String name : new String[] {preferred, manifest}) {
			Class<?> c = names.contains(name) ? load(name) : null;
			if (c != null && main(c) != null) {
				return c;
			}
		}
		List<Class<?>> mains = new ArrayList<>(), players = new ArrayList<>(), both = new ArrayList<>();
		for (String name : names) {
			Class<?> c = load(name);
			if (c == null) {
				continue;
			}
			boolean plays = GamePlayer.class.isAssignableFrom(c) && !Modifier.isAbstract(c.getModifiers());
			if (main(c) != null) {
				mains.add(c);
			}
			if (plays) {
				(main(c) != null ? both : players).add(c);
			}
		}
		for (List<Class<?>> list : java.util.Arrays.asList(both, mains, players)) {
			if (list.size() == 1) {
				if (mains.size() > 1) {
					System.err.println("plays with " + list.get(0).getName() + "; with a main there are also others: " + list(mains));
				}
				return list.get(0);
			}
			if (!list.isEmpty()) {
				Course.missing("which class plays? Name it, cosc322:PATH#Class: " + list(list));
			}
		}
		Course.missing(names.isEmpty() ? "there is no class in " + path : "no class has a main or is a GamePlayer of the course's library "
			+ "(ygraph.ai.smartfox.games), of " + names.size() + " in " + path);
		return null;
	}

	private static Class<?> named(String wanted, List<String> names) {
		List<String> found = new ArrayList<>();
		for (String name : names) {
			if (name.equals(wanted) || name.endsWith("." + wanted)) {
				found.add(name);
			}
		}
		if (names.contains(wanted)) {
			found = Collections.singletonList(wanted);
		}
		if (found.size() != 1) {
			Course.missing("class " + wanted + (found.isEmpty() ? " is not there; there are: " + names(names) : ": which one? " + names(found)));
		}
		try {
			Class<?> c = Class.forName(found.get(0), false, ClassLoader.getSystemClassLoader());
			if (main(c) == null && !GamePlayer.class.isAssignableFrom(c)) {
				Course.missing("class " + c.getName() + " has no main and is no GamePlayer of the course's library (ygraph.ai.smartfox.games)");
			}
			return c;
		} catch (ClassNotFoundException | LinkageError e) {
			Course.fail(Course.explain(wanted, e));
			return null;
		}
	}

	/** Loads a class; null if it cannot be, such as a test of a library that is not there. */
	private static Class<?> load(String name) {
		try {
			return Class.forName(name, false, ClassLoader.getSystemClassLoader());
		} catch (ClassNotFoundException | LinkageError e) {
			return null;
		}
	}

	private static Method main(Class<?> c) {
		try {
			Method m = c.getDeclaredMethod("main", String[].class);
			m.setAccessible(true);
			return Modifier.isStatic(m.getModifiers()) ? m : null;
		} catch (NoSuchMethodException | LinkageError e) {
			return null;
		}
	}

	private static void walk(File folder, String before, List<String> names) {
		File[] files = folder.listFiles();
		for (File f : files == null ? new File[0] : files) {
			if (f.isDirectory()) {
				walk(f, before + f.getName() + "/", names);
			} else {
				add(before + f.getName(), names);
			}
		}
	}

	/** Adds the class of a file, unless it is of the course's library or inside of another class. */
	private static void add(String file, List<String> names) {
		boolean library = file.startsWith("ygraph/") || file.startsWith("sfs2x/") || file.startsWith("com/smartfoxserver/");
		if (file.endsWith(".class") && !library && file.indexOf('$') < 0 && !file.contains("-")) {
			names.add(file.substring(0, file.length() - ".class".length()).replace('/', '.'));
		}
	}

	private static String list(List<Class<?>> classes) {
		List<String> names = new ArrayList<>();
		for (Class<?> c : classes) {
			names.add(c.getName());
		}
		return names(names);
	}

	private static String names(List<String> names) {
		int most = 10;
		return String.join(", ", names.subList(0, Math.min(most, names.size()))) + (names.size() > most ? ", ..." : "");
	}
}

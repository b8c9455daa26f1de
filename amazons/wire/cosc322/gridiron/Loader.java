package gridiron;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

/**
 * The system class loader of a player. There is no display, where the windows of Swing cannot even be made. So in each class that
 * it loads, the names of these classes are replaced by those of stand-ins that show nothing.
 */
public final class Loader extends ClassLoader {
	private static final String[][] WINDOWS = {
		{"javax/swing/JFrame", "JFrame"}, {"java/awt/Frame", "JFrame"}, {"java/awt/Window", "JFrame"}, {"javax/swing/JDialog", "JDialog"},
		{"java/awt/Dialog", "JDialog"}, {"javax/swing/JOptionPane", "JOptionPane"}, {"java/awt/Toolkit", "Toolkit"},
		{"javax/swing/JWindow", "JFrame"}, {"java/awt/event/WindowEvent", "WindowEvent"},
	};

	static {
		registerAsParallelCapable();
	}

	public Loader(ClassLoader parent) {
		super(parent);
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (name.equals("gridiron.Loader")) {
			return super.loadClass(name, resolve);
		}
		synchronized (getClassLoadingLock(name)) {
			Class<?> found = findLoadedClass(name);
			if (found != null) {
				return found;
			}
			String file = name.replace('.', '/') + ".class";
			URL url = getParent().getResource(file);
			if (url == null || url.getProtocol().equals("jrt") || url.getPath().contains("/rt.jar!")) {
				return super.loadClass(name, resolve);
			}
			try (InputStream in = url.openStream()) {
				byte[] code = rewrite(in);
				String at = url.toString();
				at = at.substring(0, at.length() - file.length());
				if (at.startsWith("jar:") && at.endsWith("!/")) {
					at = at.substring(4, at.length() - 2);
				}
				CodeSource source = new CodeSource(new URL(at), (Certificate[]) null);
				int dot = name.lastIndexOf('.');
				if (dot > 0 && getPackage(name.substring(0, dot)) == null) { // Java 8 does not do it by itself
					try {
						definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
					} catch (IllegalArgumentException e) {
						// another thread was faster
					}
				}
				return defineClass(name, code, 0, code.length, new ProtectionDomain(source, null, this, null));
			} catch (IOException e) {
				throw new ClassNotFoundException(name, e);
			}
		}
	}

	/** Replaces names in the constants of a class file, where all names of classes and types are. */
	private static byte[] rewrite(InputStream from) throws IOException {
		DataInputStream in = new DataInputStream(from);
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		DataOutputStream out = new DataOutputStream(bytes);
		out.writeLong(in.readLong()); // the magic number and the versions
		int count = in.readUnsignedShort();
		out.writeShort(count);
		for (int i = 1; i < count; i++) {
			int kind = in.readUnsignedByte();
			out.writeByte(kind);
			switch (kind) {
			case 1: // a text
				out.writeUTF(replace(in.readUTF()));
				break;
			case 5: case 6: // long, double: they count twice
				out.writeLong(in.readLong());
				i++;
				break;
			case 7: case 8: case 16: case 19: case 20:
				out.writeShort(in.readUnsignedShort());
				break;
			case 15:
				out.writeByte(in.readUnsignedByte());
				out.writeShort(in.readUnsignedShort());
				break;
			default:
				out.writeInt(in.readInt());
			}
		}
		byte[] buffer = new byte[8192];
		for (int n; (n = in.read(buffer)) > 0;) {
			out.write(buffer, 0, n);
		}
		return bytes.toByteArray();
	}

	private static String replace(String text) {
		for (String[] w : WINDOWS) {
			String ours = "gridiron/window/" + w[1];
			if (text.equals(w[0])) {
				return ours;
			}
			text = text.replace("L" + w[0] + ";", "L" + ours + ";");
		}
		return text;
	}
}

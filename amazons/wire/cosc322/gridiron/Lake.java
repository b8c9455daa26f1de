package gridiron;

import java.util.ArrayList;
import java.util.List;
import sfs2x.client.entities.Room;
import sfs2x.client.entities.User;

/** A room of the course's server: nobody is in it. */
final class Lake implements Room {
	private final int id;
	private final String name;

	Lake(int id, String name) {
		this.id = id;
		this.name = name;
	}

	@Override public int getId() { return id; }
	@Override public String getName() { return name; }
	@Override public int getUserCount() { return 0; }
	@Override public int getSpectatorCount() { return 0; }
	@Override public int getMaxUsers() { return 2; }
	@Override public int getMaxSpectators() { return 10; }
	@Override public int getCapacity() { return 12; }
	@Override public boolean isGame() { return true; }
	@Override public boolean isJoined() { return false; }
	@Override public List<User> getUserList() { return new ArrayList<>(); }
	@Override public List<User> getPlayerList() { return new ArrayList<>(); }
	@Override public List<User> getSpectatorList() { return new ArrayList<>(); }
	@Override public User getUserByName(String name) { return null; }
	@Override public String toString() { return "[Room: " + name + ", Id: " + id + ", GroupId: default]"; }
}

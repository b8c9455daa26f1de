package sfs2x.client.entities;

import java.util.List;

/** A room of the course's server. */
public interface Room {
	int getId();

	String getName();

	int getUserCount();

	int getSpectatorCount();

	int getMaxUsers();

	int getMaxSpectators();

	int getCapacity();

	boolean isGame();

	boolean isJoined();

	List<User> getUserList();

	List<User> getPlayerList();

	List<User> getSpectatorList();

	User getUserByName(String name);
}

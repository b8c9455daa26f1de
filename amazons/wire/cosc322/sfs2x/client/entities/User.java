package sfs2x.client.entities;

/** Somebody who is connected to the course's server. */
public interface User {
	int getId();

	String getName();

	int getPlayerId();

	boolean isItMe();

	boolean isSpectator();
}

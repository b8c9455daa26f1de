// sound.js: what one hears of a game: moves, captures, the end. Nothing until somebody switches it on.
const SOUNDS = { move: [[330, 0, 0.07]], take: [[190, 0, 0.09], [140, 0.07, 0.12]], end: [[392, 0, 0.16], [523, 0.15, 0.16], [659, 0.3, 0.3]] };
let audio = null;

// switchSound turns sounds on or off, as a click wants it: a page may not begin to sound by itself.
export function switchSound(on) {
  if (on) audio ||= new AudioContext();
  else {
    audio?.close();
    audio = null;
  }
}

export function sound(what) {
  if (!audio) return;
  for (const [pitch, from, long] of SOUNDS[what]) {
    const tone = audio.createOscillator(),
      volume = audio.createGain(),
      start = audio.currentTime + from;
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.18, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + long);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}

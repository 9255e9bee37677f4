/** Two sounds that a cashier can tell apart without looking: yes rises, no is low and plays twice. */
type Sound = 'yes' | 'no';

interface Note {
  hertz: number;
  /** Seconds after the sound's start. */
  at: number;
  long: number;
}

const notes: Record<Sound, readonly Note[]> = {
  yes: [
    { hertz: 660, at: 0, long: 0.09 },
    { hertz: 990, at: 0.09, long: 0.14 },
  ],
  no: [
    { hertz: 196, at: 0, long: 0.16 },
    { hertz: 196, at: 0.22, long: 0.24 },
  ],
};

const volume = 0.2;

const storageKey = 'washdesk.sounds';

/** Whether sounds are on in this browser, which is the default. */
export const areSoundsOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function setSounds(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

let speaker: AudioContext | undefined;

/** Plays a sound if sounds are on and supported. */
export function playSound(sound: Sound): void {
  // A register's embedded browser may lack Web Audio.
  if (!areSoundsOn() || !('AudioContext' in window)) return;
  speaker ??= new AudioContext();
  // Browsers mute a page until the person has interacted with it.
  void speaker.resume();
  for (const note of notes[sound]) playNote(speaker, note);
}

function playNote(at: AudioContext, note: Note): void {
  const start = at.currentTime + note.at;
  const tone = new OscillatorNode(at, { type: 'triangle', frequency: note.hertz });
  const level = new GainNode(at, { gain: volume });
  // Fades out, because a tone that is cut off clicks.
  level.gain.setValueAtTime(volume, start);
  level.gain.exponentialRampToValueAtTime(0.001, start + note.long);
  tone.connect(level).connect(at.destination);
  tone.start(start);
  tone.stop(start + note.long);
}

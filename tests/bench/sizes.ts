/** Runs of the product and of the floor, alternating, so that other load of the machine affects both. */
export const runs = 5;

/** Registers that redeem at the same time, each over one persistent connection. */
export const clients = 16;

/** Registers that redeem during password guessing, and the cars per run. */
export const registersUnderAttack = 4;
export const carsUnderAttack = 600;
/** Wrong passwords per second. */
export const guessesPerSecond = 50;

/** Presses on Open Gate in one run, one after the other. */
export const presses = 40;

/** Codes looked up in Sitewatch in one run. */
export const lookups = 900;
/** Runs of look-ups that are not counted: V8 optimizes what was called some thousand times, as in processes that run for weeks. */
export const lookupWarmUps = 3;

/** Numbers of registers of a site that look codes up at the same time, each over one persistent connection. */
export const registersAtOnce = [1, 4];

/** Screen changes in one run, each beside a change to the empty screen. */
export const screenChanges = 10;

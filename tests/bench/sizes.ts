/** Runs of the product and of the floor, alternating, so that other load of the machine affects both. */
export const runs = 5;

/** Registers that redeem at the same time, each over one connection that stays open. */
export const clients = 16;

/** Registers that redeem while somebody guesses passwords, and how many cars each run has. */
export const registersUnderAttack = 4;
export const carsUnderAttack = 600;
/** Wrong passwords a second. */
export const guessesPerSecond = 50;

/** Presses on Open Gate in one run, one after the other. */
export const presses = 40;

/** Codes looked up in Sitewatch in one run. */
export const lookups = 300;

/** How many registers of a site look codes up at the same time, each over one connection that stays open. */
export const registersAtOnce = [1, 4];

/** Changes to a screen in one run, each beside a change to the empty one. */
export const screenChanges = 10;

/** Runs of ours and of the floor, alternating: whatever else the machine does meets both. */
export const runs = 5;

/** Registers that redeem at the same time, each over one connection that stays open. */
export const clients = 16;

/** Presses on Open Gate in one run, one after the other. */
export const presses = 40;

import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { z } from 'zod';

/** Reader id of a browser without a card reader. */
export const noTerminal = 'no-terminal';

const workplaceSchema = z.object({
  /** Stripe's location id; null until one is chosen. */
  locationId: z.string().nullable(),
  /** Stripe's reader id, or `noTerminal`; null until one is chosen. */
  readerId: z.string().nullable(),
});

/** Where this browser works. Stored on the device, across sessions. */
export type Workplace = z.infer<typeof workplaceSchema>;

interface WorkplaceState extends Workplace {
  /** Another location was requested, so the location picker is shown although one is chosen. */
  changing: boolean;
}

export interface WorkplaceRoot {
  workplace: WorkplaceState;
}

const nowhere: Workplace = { locationId: null, readerId: null };
const unchosen: WorkplaceState = { ...nowhere, changing: false };
const storageKey = 'washdesk.workplace';

export const workplaceSlice = createSlice({
  name: 'workplace',
  initialState: unchosen,
  reducers: {
    /** A reader belongs to one location, so choosing another location clears it. */
    locationChosen: (state, { payload }: PayloadAction<string>): WorkplaceState => ({
      locationId: payload,
      readerId: payload === state.locationId ? state.readerId : null,
      changing: false,
    }),
    readerChosen: (state, { payload }: PayloadAction<string>): WorkplaceState => ({ ...state, readerId: payload }),
    changeLocation: (state): WorkplaceState => ({ ...state, changing: true }),
    keepLocation: (state): WorkplaceState => ({ ...state, changing: false }),
    changeReader: (state): WorkplaceState => ({ ...state, readerId: null }),
  },
});

export const { locationChosen, readerChosen, changeLocation, keepLocation, changeReader } = workplaceSlice.actions;
export const selectWorkplace = ({ workplace }: WorkplaceRoot): WorkplaceState => workplace;

/** Returns the stored workplace; an invalid value counts as missing. */
export function rememberedWorkplace(storage: Storage): Workplace {
  const text = storage.getItem(storageKey);
  if (text === null) return nowhere;
  try {
    return workplaceSchema.parse(JSON.parse(text));
  } catch {
    return nowhere; // written by another version or by hand: the person chooses again
  }
}

export function rememberWorkplace(storage: Storage, { locationId, readerId }: Workplace): void {
  storage.setItem(storageKey, JSON.stringify({ locationId, readerId } satisfies Workplace));
}

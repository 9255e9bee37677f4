import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { z } from 'zod';

/** The reader's id of a browser that works without a card reader. */
export const noTerminal = 'no-terminal';

const workplaceSchema = z.object({
  /** Stripe's id of the location; null until one is chosen. */
  locationId: z.string().nullable(),
  /** Stripe's id of the reader, or `noTerminal`; null until one is chosen. */
  readerId: z.string().nullable(),
});

/** Where this browser works. It is remembered on the device, over all sessions. */
export type Workplace = z.infer<typeof workplaceSchema>;

interface WorkplaceState extends Workplace {
  /** Somebody asked for another location, so the location picker shows although one is chosen. */
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
    /** A reader belongs to one location, so choosing another location forgets the reader. */
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

/** The remembered workplace; anything else that is stored there counts as none. */
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

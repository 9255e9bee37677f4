import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Session } from '@washdesk/contracts/access/auth';

/** The session as screens see it. The tokens stay in the session manager. */
export type VisibleSession = Pick<Session, 'sessionId' | 'user' | 'site' | 'locationId' | 'terminal'>;

interface SessionState {
  /** False until the app has checked whether the browser has a session. */
  known: boolean;
  session: VisibleSession | null;
  /** A session of this window has ended, by sign-out or expiry; the sign-in screen shows this. */
  ended: boolean;
}

export interface SessionRoot {
  session: SessionState;
}

const nobody: SessionState = { known: false, session: null, ended: false };

/** The signed-in person. Only the session manager changes it. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    sessionChanged: (state, { payload }: PayloadAction<Session | null>): SessionState => ({
      known: true,
      session: payload && visible(payload),
      ended: payload === null && (state.ended || state.session !== null),
    }),
  },
});

export const { sessionChanged } = sessionSlice.actions;

export const selectSession = ({ session }: SessionRoot): VisibleSession | null => session.session;
export const selectSessionEnded = ({ session }: SessionRoot): boolean => session.ended;
export const selectSessionKnown = ({ session }: SessionRoot): boolean => session.known;

function visible({ sessionId, user, site, locationId, terminal }: Session): VisibleSession {
  return { sessionId, user, site, locationId, terminal };
}

import { randomBytes } from 'node:crypto';
import type { LocalRole } from '@washdesk/site-protocol/local-page';

/** A session ends this long after its last press; reading the page is none. */
const idleMs: Record<LocalRole, number> = { it: 30 * 60_000, cashier: 4 * 3_600_000 };
const longestMs = 12 * 3_600_000;
const mostSessions = 50;

interface Session {
  role: LocalRole;
  beganMs: number;
  pressedMs: number;
}

/** The signed-in browsers. A restart of the agent signs all out. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** Returns the new session's token. */
  begin(role: LocalRole, nowMs: number): string {
    const token = randomBytes(24).toString('base64url');
    this.#sessions.set(token, { role, beganMs: nowMs, pressedMs: nowMs });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return token;
  }

  /** @param press whether a person did something, which keeps the session */
  roleOf(token: string, nowMs: number, { press }: { press: boolean }): LocalRole | null {
    const session = this.#sessions.get(token);
    if (!session) return null;
    const { role, beganMs, pressedMs } = session;
    if (nowMs - pressedMs >= idleMs[role] || nowMs - beganMs >= longestMs) {
      this.#sessions.delete(token);
      return null;
    }
    if (press) session.pressedMs = nowMs;
    return role;
  }

  end(token: string): void {
    this.#sessions.delete(token);
  }
}

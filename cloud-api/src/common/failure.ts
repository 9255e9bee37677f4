import { forbiddenMessage, type Problem } from '@washdesk/contracts/errors';
import type { RoleName } from '@washdesk/rules/company/roles';

/** An expected failure with a response for the caller. Services throw it; only the error writer turns it into a response. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: Problem[] | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** Set by code that has written its own audit row about it. */
  isAudited = false;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { problems?: Problem[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.problems = more.problems;
    this.details = more.details;
  }
}

/** A payment link opened the member's session. */
export const codeRequired = (): Failure => new Failure(403, 'code_required', 'Enter the code that we send you first');

export const pinRequired = (message = 'Enter your PIN to do this'): Failure => new Failure(403, 'pin_required', message);

export const notFound = (code: string, message: string): Failure => new Failure(404, code, message);

export const siteUnknown = (site: number): Failure => notFound('site_unknown', `There is no site ${site}`);

export const forbidden = (message: string = forbiddenMessage): Failure => new Failure(403, 'forbidden', message);
/** A rejection that names the role that would be enough, for the approval. */
export const forbiddenBelow = (role: RoleName, message: string = forbiddenMessage): Failure =>
  new Failure(403, 'forbidden', message, { details: { role } });
/** Refuses a change for many members until the user has typed how many. @param act what happens to them @param next what the user does then */
export const confirmMembers = (members: number, act: string, next = 'go on'): Failure =>
  new Failure(409, 'confirm_members', `${members} ${members === 1 ? 'member' : 'members'} ${act}. Confirm the number to ${next}`, {
    details: { members },
  });
export const unauthorized = (message = 'Sign in'): Failure => new Failure(401, 'unauthorized', message);
export const keyReused = (): Failure => new Failure(422, 'key_reused', 'This Idempotency-Key was used for another request');
/** The first call under the same key has not ended yet. */
export const stillInProgress = (): Failure => new Failure(409, 'in_progress', 'This is still in progress. Check again in a moment');
/** A 400 with its own code; `path` names the invalid part of the request. */
export const badField = (path: string, code: string, message: string): Failure =>
  new Failure(400, code, message, { problems: [{ path, message }] });
export const badRequest = (path: string, message: string): Failure =>
  new Failure(400, 'invalid_request', `${path}: ${message}`, { problems: [{ path, message }] });

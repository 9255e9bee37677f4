import { GDSCode } from 'node-firebird';
import { describe, expect, it } from 'vitest';
import { PosRefused, PosTimedOut, PosUnavailable } from '../../ports/pos-database.ts';
import { isConflict, isLossOfServer, isUniqueViolation, translateError } from './firebird-errors.ts';

const said = (gdscode: number): Error => Object.assign(new Error('Firebird said so'), { gdscode });
const unknownColumn = Object.assign(new Error('Dynamic SQL Error, SQL error code = -206, Column unknown, NOPE, At line 1, column 8'), {
  gdscode: GDSCode.DSQL_ERROR,
});
const lost = new Error('Connection to Firebird server was lost.');

describe('what may be concluded from an error', () => {
  it.each<[string, Error, 'read' | 'write', new (message: string) => Error]>([
    ['a lost line while reading', lost, 'read', PosUnavailable],
    ['a lost line while writing: the commit may have arrived', lost, 'write', PosTimedOut],
    ['a shut down server while reading', said(GDSCode.SHUTDOWN), 'read', PosUnavailable],
    ['a shut down server while writing', said(GDSCode.ATT_SHUTDOWN), 'write', PosTimedOut],
    ['a cancelled statement', said(GDSCode.CANCELLED), 'write', PosTimedOut],
    ['a row locked by another transaction', said(GDSCode.DEADLOCK), 'write', PosUnavailable],
    ['a missing right', said(GDSCode.NO_PRIV), 'write', PosUnavailable],
    ['a missing column: the write waits until it is there', unknownColumn, 'write', PosUnavailable],
    ['bad SQL', said(GDSCode.DSQL_ERROR), 'read', PosRefused],
    ['a foreign key', said(GDSCode.FOREIGN_KEY), 'write', PosRefused],
  ])('%s', (_name, error, kind, expected) => {
    const translated = translateError(error, kind);
    expect(translated).toBeInstanceOf(expected);
    expect(translated.cause).toBe(error);
  });

  it('passes on what the port says itself', () => {
    const refused = new PosRefused('no');
    expect(translateError(refused, 'write')).toBe(refused);
  });
});

describe('kinds of errors', () => {
  it('knows a key that was taken and a row that is held', () => {
    expect(isUniqueViolation(said(GDSCode.UNIQUE_KEY_VIOLATION))).toBe(true);
    expect(isUniqueViolation(said(GDSCode.DEADLOCK))).toBe(false);
    expect(isConflict(said(GDSCode.LOCK_CONFLICT))).toBe(true);
    expect(isConflict(lost)).toBe(false);
  });

  it('suspects the server after what the next call would share, and not after what one call did wrong', () => {
    for (const error of [lost, said(GDSCode.CANCELLED), said(GDSCode.LOGIN), new PosTimedOut('hangs'), new PosUnavailable('away')])
      expect(isLossOfServer(error)).toBe(true);
    for (const error of [said(GDSCode.DSQL_ERROR), said(GDSCode.DEADLOCK), new PosRefused('no')]) expect(isLossOfServer(error)).toBe(false);
  });
});

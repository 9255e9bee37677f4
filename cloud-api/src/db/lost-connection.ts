/** SQLSTATE class 08 (connection) and what a server says that starts, stops or is full. */
const sqlStates = /^(08...|57P0[123]|53300)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** The driver's own words where it gives no code. */
const driverWords = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database could not be reached or went away: passing, and no fault of the request. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (sqlStates.test(code) || networkCodes.has(code))) return true;
  return driverWords.test(error.message);
}

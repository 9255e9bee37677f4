/** Firebird's texts, and what a person checks. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/user name and password are not defined/iu, 'Sitewatch refuses the user or the password; check user and passwordFile'],
  [
    /no such file|error while trying to open file|cannot find the file/iu,
    'The database of Sitewatch is missing at this path; check database',
  ],
  [/ECONNREFUSED/u, 'Sitewatch’s server refuses connections; check that Firebird runs, and its port'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/u, 'Sitewatch’s server is unreachable; check its computer and the network'],
  [/ENOTFOUND|EAI_AGAIN/u, 'The name of Sitewatch’s server can’t be resolved; check host'],
  [/ECONNRESET|EPIPE|server was lost/u, 'Sitewatch’s server ends connections; check its computer, and restart Firebird'],
  [/respond to the login|isn’t responding/u, 'Sitewatch’s server accepts the connection and doesn’t respond; restart Firebird'],
];

/** Returns a reason of Firebird or its client with what to do about it. */
export function explained(reason: string): string {
  const meaning = meanings.find(([pattern]) => pattern.test(reason));
  return meaning ? `${meaning[1]} (${reason})` : reason;
}

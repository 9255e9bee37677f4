/**
 * Whether the packages that npm installed (`node_modules/.package-lock.json`) match the lockfile. After a manual `npm install` no second
 * installation runs.
 */
export function isInstalled(lockfile, installed) {
  const asked = lockfile.packages ?? {};
  const present = installed.packages ?? {};
  const isSame = (name) => asked[name]?.version === present[name]?.version && asked[name]?.integrity === present[name]?.integrity;
  const isFromRegistry = (name) => name.includes('node_modules/') && !asked[name].link;
  const needed = Object.keys(asked).filter((name) => isFromRegistry(name) && !asked[name].optional);
  const extra = Object.keys(present).filter((name) => name.includes('node_modules/') && !present[name].link);
  return needed.every((name) => present[name] !== undefined) && extra.every(isSame);
}

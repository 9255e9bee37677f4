/** Roles are bit flags; an employee can have several. */
export const Role = {
  Cashier: 1,
  User: 2,
  SalesManager: 4,
  Auditor: 8,
  SupportCenter: 16,
  Scheduler: 32,
  Reporter: 64,
  PriceManager: 128,
  Admin: 256,
} as const;

export type RoleName = keyof typeof Role;

/** The names of all roles, lowest first. */
export const roleNames = Object.keys(Role) as readonly RoleName[];

/** The most that an employee number without a PIN grants. */
const rolesWithoutPin = Role.Cashier | Role.User;

/** The 'at least' check: compares the combined value of all roles with a threshold such as `Role.SalesManager`. */
export function atLeast(roles: number, threshold: number): boolean {
  return roles >= threshold;
}

/** The exact check: whether the roles include this very one. */
export function hasExactly(roles: number, role: number): boolean {
  return (roles & role) === role;
}

/** Returns the role shown beside a name. Without any role it is Cashier, as for every Sitewatch employee without a staff row. */
export function highestRole(roles: number): RoleName {
  return namesOfRoles(roles).at(-1) ?? 'Cashier';
}

/** Returns the combined value of the roles; duplicates change nothing. */
export function rolesFromNames(names: readonly RoleName[]): number {
  return names.reduce((roles, name) => roles | Role[name], 0);
}

/** Returns the names of the roles, lowest first. */
export function namesOfRoles(roles: number): RoleName[] {
  return roleNames.filter((name) => hasExactly(roles, Role[name]));
}

/** Returns the roles after a sign-in by employee number alone: at most Cashier and User, and always Cashier. */
export function numberOnlyRoles(roles: number): number {
  return roles & rolesWithoutPin || Role.Cashier;
}

/** Whether a PIN grants this person more than the employee number alone. */
export function needsPin(roles: number): boolean {
  return (roles & ~rolesWithoutPin) !== 0;
}

/** The register as which this browser is enrolled, as in the response of `GET /device/current`. */
export const aRegister = {
  id: '0193a1b0-0000-7000-8000-0000000000bb',
  kind: 'register',
  name: 'Register 1',
  site: 12,
  terminal: 'Washcashier1',
  enrolled: '2026-11-01T12:00:00.000Z',
  lastSeen: null,
  revoked: null,
  networks: [],
};

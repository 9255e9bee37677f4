import type { Vehicle } from './member-model.ts';
import type { Model, NamedId } from './model.ts';
import type { Random } from './random.ts';

/** The make without models. */
export const uncommonMake = 'UNCOMMON MAKE';

const modelsByMake: Readonly<Record<string, readonly string[]>> = {
  CHEVROLET: ['SILVERADO', 'EQUINOX', 'MALIBU', 'TAHOE'],
  FORD: ['F-150', 'ESCAPE', 'EXPLORER', 'MUSTANG'],
  HONDA: ['CIVIC', 'ACCORD', 'CR-V', 'PILOT'],
  HYUNDAI: ['ELANTRA', 'SONATA', 'TUCSON'],
  JEEP: ['WRANGLER', 'GRAND CHEROKEE', 'COMPASS'],
  KIA: ['FORTE', 'SORENTO', 'SOUL'],
  NISSAN: ['ALTIMA', 'ROGUE', 'SENTRA'],
  RAM: ['1500', '2500'],
  SUBARU: ['OUTBACK', 'FORESTER', 'IMPREZA'],
  TESLA: ['MODEL 3', 'MODEL Y'],
  TOYOTA: ['CAMRY', 'COROLLA', 'RAV4', 'TACOMA'],
  VOLKSWAGEN: ['JETTA', 'TIGUAN'],
  [uncommonMake]: [],
};

/** The vehicle colors in display order (docs/rules/company.md#reference-lists). */
const colorNames = [
  'White',
  'Gray',
  'Red',
  'Orange',
  'Yellow',
  'Green',
  'Teal',
  'Blue',
  'Violet',
  'Black',
  'Brown',
  'Tan',
  'Gold',
  'Silver',
  'Maroon',
  'Pink',
  'Other',
] as const;

const trucks = new Set(['SILVERADO', 'F-150', '1500', '2500', 'TACOMA']);

export function makeMakes(): NamedId[] {
  return Object.keys(modelsByMake).map((name, index) => ({ id: index + 1, name }));
}

export function makeModels(): Model[] {
  const models: Model[] = [];
  Object.values(modelsByMake).forEach((names, makeIndex) => {
    for (const name of names) models.push({ id: models.length + 1, name, makeId: makeIndex + 1 });
  });
  return models;
}

export function makeColors(): NamedId[] {
  return colorNames.map((name, index) => ({ id: index + 1, name }));
}

export function drawVehicle(random: Random): Vehicle {
  const make = random.pick(Object.keys(modelsByMake));
  const models = modelsByMake[make] ?? [];
  return { make, model: models.length === 0 ? '' : random.pick(models), color: random.pick(colorNames) };
}

export function isTruck(vehicle: Vehicle): boolean {
  return trucks.has(vehicle.model);
}

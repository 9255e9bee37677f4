import type { Random } from './random.ts';

const firstNames = (
  'Aaron Abigail Adam Alicia Andre Angela Anthony Beatriz Benjamin Brianna Caleb Carla Carlos Chloe Christina Daniel Deborah Derek Diego Elena ' +
  'Emily Eric Fatima Gabriel Gloria Hannah Hector Isaac Jacob Jasmine Jerome Jessica Joseph Julia Karen Kevin Laura Leon Linda Malik Margaret ' +
  'Maria Michael Monica Nathan Nicole Olivia Omar Patricia Paul Rachel Raymond Rosa Samuel Sarah Stephen Tamika Thomas Veronica Victor Wendy Yusuf'
).split(' ');

const lastNames = (
  'Abbott Alvarez Anderson Baker Bennett Boyd Brooks Callahan Campbell Carter Castillo Chavez Coleman Cooper Daniels Dawson Dixon Edwards Ellis ' +
  'Estrada Fisher Fleming Foster Garcia Gibson Graham Griffin Hansen Harper Hernandez Holland Howard Hughes Ibrahim Jackson Jensen Johnson Keller ' +
  'Kowalski Lambert Larson Lewis Lopez Maldonado Martin Mendoza Mitchell Morgan Murphy Nguyen Olson Owens Parker Patel Perry Phillips Ramirez Reed ' +
  'Rivera Robinson Romero Sanders Schmidt Simmons Singh Spencer Stewart Sullivan Thompson Torres Turner Vargas Walker Washington Webb Williams Young'
).split(' ');

export function drawName(random: Random): { firstName: string; lastName: string } {
  return { firstName: random.pick(firstNames), lastName: random.pick(lastNames) };
}

/** Returns a reserved address that belongs to no real mailbox (RFC 2606). `serial` distinguishes people of the same name. */
export function emailOf(firstName: string, lastName: string, serial: number): string {
  const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/\p{Mark}/gu, '');
  return `${plain.toLowerCase().replace(/[^a-z.]/g, '')}${serial}@example.com`;
}

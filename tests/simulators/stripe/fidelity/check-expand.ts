import type { ShapeCheck } from './check-shape.ts';
import type { Shape } from './shape.ts';

/** Returns the problems of a path to expand, such as `data.customer`: it must lead through fields to another object. */
export function expandProblems(check: ShapeCheck, answer: Shape, path: string): string[] {
  let shapes: Shape[] = [answer];
  for (const step of path.split('.')) {
    shapes = objectsAmong(check, shapes).flatMap(({ fields }) => fields[step]?.shape ?? []);
    if (shapes.length === 0) return [`expand: ${path} leads nowhere, there is no ${step}`];
  }
  const leadsToObject = objectsAmong(check, shapes).some(({ fields }) => fields['object']);
  return leadsToObject ? [] : [`expand: ${path} cannot be expanded`];
}

function objectsAmong(check: ShapeCheck, shapes: readonly Shape[]): Extract<Shape, { kind: 'object' }>[] {
  return shapes
    .flatMap((shape) => check.members(shape))
    .flatMap((shape) => {
      if (shape.kind === 'list') return objectsAmong(check, [shape.of]);
      return shape.kind === 'object' ? [shape] : [];
    });
}

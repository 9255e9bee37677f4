import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import type { Description, ObjectShape, OperationShape, Shape } from '../shape.ts';
import { answerShape } from './answer-shape.ts';
import { errorShape } from './error-shape.ts';
import { readCalls } from './read-calls.ts';
import { sdkFolder } from './sdk-folder.ts';
import { ShapeReader } from './shape-reader.ts';

/** Reads the whole API from the installed SDK: methods and paths from its JavaScript, shapes from its types. Takes some seconds. */
export function describeSdk(): Description {
  const built = join(sdkFolder, 'cjs');
  const files = globSync('resources/**/*.d.ts', { cwd: built, exclude: ['resources/V2/**'] }).map((file) => join(built, file));
  const program = ts.createProgram([...files, join(built, 'Types.d.ts')], {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  const reader = new ShapeReader(checker);
  const exported = (file: string, name: string): Shape => reader.read(exportedType(program, join(built, file), name));
  const operations = files.flatMap((file) => operationsIn(program, file, reader));
  const raw = exported('Types.d.ts', 'StripeRawError');
  const declined = exported('resources/PaymentIntents.d.ts', 'PaymentIntent.LastPaymentError');
  const event = exported('resources/Events.d.ts', 'Event');
  const named = reader.named();
  return { operations, named, event, error: errorShape(objectBehind(raw, named), objectBehind(declined, named)) };
}

function exportedType(program: ts.Program, file: string, path: string): ts.Type {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  let symbol = source && checker.getSymbolAtLocation(source);
  for (const name of path.split('.')) symbol = symbol && checker.getExportsOfModule(symbol).find((each) => each.name === name);
  if (!symbol) throw new Error(`Type ${path} not found in ${file}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function operationsIn(program: ts.Program, file: string, reader: ShapeReader): OperationShape[] {
  const checker = program.getTypeChecker();
  const calls = readCalls(file.replace(/\.d\.ts$/, '.js'));
  const classes = program.getSourceFile(file)?.statements.filter(ts.isClassDeclaration) ?? [];
  return classes.flatMap(({ name, members }) =>
    members.filter(ts.isMethodDeclaration).flatMap((member) => {
      const call = ts.isIdentifier(member.name) ? calls.get(`${name?.text}.${member.name.text}`) : undefined;
      if (!call?.path.startsWith('/v1/') || !member.type) return [];
      const given = member.parameters.find((parameter) => ts.isIdentifier(parameter.name) && parameter.name.text === 'params');
      const parameters = given?.type ? reader.read(checker.getTypeFromTypeNode(given.type)) : null;
      return [{ ...call, parameters, answer: answerShape(checker.getTypeFromTypeNode(member.type), checker, reader) }];
    }),
  );
}

function objectBehind(shape: Shape, named: Record<string, Shape>): ObjectShape {
  const body = shape.kind === 'named' ? named[shape.name] : shape;
  if (body?.kind !== 'object') throw new Error('Unreadable SDK object');
  return body;
}

import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Yardstick } from './yardstick.ts';

export interface YardstickTypes {
  checker: ts.TypeChecker;
  typeOf(name: keyof Yardstick): ts.Type;
}

/** The yardstick's types as the compiler sees them, read from the installed SDK (about 2 s). */
export function readYardstick(): YardstickTypes {
  const file = fileURLToPath(new URL('yardstick.ts', import.meta.url));
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Yardstick');
  if (!symbol) throw new Error('the yardstick cannot be read');
  const yardstick = checker.getDeclaredTypeOfSymbol(symbol);
  return {
    checker,
    typeOf(name) {
      const property = yardstick.getProperty(name);
      if (!property) throw new Error(`the yardstick has no ${name}`);
      return checker.getTypeOfSymbol(property);
    },
  };
}

import { allEndpoints } from '@washdesk/contracts/all';
import { openApiDocument } from '../openapi.ts';

console.log(JSON.stringify(openApiDocument(allEndpoints), null, 2));

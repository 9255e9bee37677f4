import '../public.css';
import { startPage } from '../lib/start-page.tsx';
import { CardSetupPage } from './card-setup-page.tsx';
import { dictionaries } from './texts/texts.ts';

await startPage(dictionaries, <CardSetupPage />);

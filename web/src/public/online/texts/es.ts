import type { Texts } from './en.ts';

export const es = {
  title: 'Venta en línea',
  broken: {
    heading: 'Algo salió mal.',
    sentence: 'Ya recibimos el aviso del error. Vuelva a cargar la página para continuar.',
    again: 'Volver a cargar',
  },
  soon: {
    heading: 'Venta en línea',
    sentence: 'La inscripción en línea todavía no está disponible. Nuestros cajeros le ayudan en cualquier autolavado, o llame al',
  },
} satisfies Texts;

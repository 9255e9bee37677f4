import type { Texts } from './en.ts';

export const es: Texts = {
  title: 'Registro de tarjeta',
  brand: 'Lavados ilimitados',
  broken: {
    heading: 'Algo salió mal.',
    sentence: 'Ya informamos del error. Cargue la página de nuevo para ver el resultado.',
    again: 'Cargar de nuevo',
  },
  results: {
    succeeded: { heading: 'Su tarjeta está guardada', sentence: 'Se puede usar en sus próximos pagos. Puede cerrar esta página.' },
    processing: {
      heading: 'Su banco aún revisa la tarjeta',
      sentence: 'Puede tardar unos minutos. Puede cerrar esta página: la tarjeta se guarda cuando su banco la acepta.',
    },
    requires_action: {
      heading: 'Falta un paso',
      sentence: 'Su banco pidió una confirmación que no se terminó. No se guardó nada. Registre la tarjeta otra vez.',
    },
    failed: { heading: 'Su tarjeta no se guardó', sentence: 'Su banco la rechazó. Inténtelo otra vez o use otra tarjeta.' },
    canceled: { heading: 'Se canceló el registro de la tarjeta', sentence: 'No se guardó nada. Registre la tarjeta cuando quiera.' },
    unknown: {
      heading: 'Aún no hay resultado',
      sentence: 'Esta página muestra el resultado después de registrar una tarjeta. Si acaba de hacerlo, pregunte a un cajero.',
    },
  },
};

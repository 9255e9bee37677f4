import { pluralOf } from '../../lib/languages.ts';
import type { Texts } from './en.ts';

const plural = pluralOf('es');

export const es: Texts = {
  title: 'Firma',
  brand: 'Lavados ilimitados',
  broken: {
    heading: 'Algo salió mal.',
    sentence: 'Ya informamos del error. Esta página se reinicia sola en unos segundos.',
    again: 'Reiniciar',
  },
  starting: 'Cargando…',
  offline: { heading: 'Sin conexión', sentence: 'La página sigue sola cuando vuelva la conexión.' },
  notEnrolled: {
    heading: 'Esta tableta aún no está configurada',
    sentence: 'Pida a un administrador un enlace de inscripción para una tableta de firmas y ábralo en este navegador.',
    otherKind: 'Este navegador está inscrito como otro tipo de dispositivo. Pida a un administrador un enlace para una tableta de firmas.',
  },
  terminal: {
    heading: 'Elija la terminal de esta tableta',
    sentence: 'Aquí aparecen los acuerdos de las ventas de esta terminal. La elección se guarda en esta tableta.',
    all: 'Todas las terminales',
  },
  list: {
    heading: 'Elija su placa para firmar',
    empty: 'No hay ningún acuerdo por firmar',
    emptyHint: 'Su acuerdo aparece aquí cuando el cajero lo envía.',
    noPlate: 'Sin placa',
    unsent: (count) =>
      `${plural(count, { one: 'firma se guarda', other: 'firmas se guardan' })} en esta tableta hasta que vuelva la conexión.`,
  },
  agreement: {
    heading: 'Su acuerdo',
    lead: 'Léalo y después firme.',
    paper: 'Acuerdo',
    member: 'Miembro',
    plate: 'Placa',
    monthly: 'Cada mes',
    withTax: 'con impuestos',
    today: 'Pagado hoy',
    guarantee: 'Precio garantizado',
    months: (count) => plural(count, { one: 'mes', other: 'meses' }),
    sold: 'Fecha',
    employee: 'Vendido por',
    terms: 'Condiciones',
    original: 'Las condiciones que firma están en inglés.',
    sign: 'Firmar',
    back: 'Volver',
    gone: 'Este acuerdo ya no espera una firma.',
  },
  signature: {
    heading: 'Firme su acuerdo',
    how: 'Dibuje su firma con un dedo, un lápiz o un ratón.',
    pad: 'Campo de firma',
    undo: 'Deshacer',
    clear: 'Borrar',
    done: 'Enviar firma',
    sending: 'Enviando…',
    tooLittle: 'Su firma es demasiado corta. Dibuje su firma completa.',
    typeInstead: 'Escribir el nombre',
    drawInstead: 'Dibujar la firma',
    name: 'Su nombre completo',
    nameHint: 'El nombre escrito vale como su firma.',
    nameMissing: 'Escriba su nombre completo.',
  },
  kept: {
    heading: 'Su firma está guardada',
    sentence: 'Ahora no hay conexión. Esta tableta envía su firma sola cuando vuelva la conexión. No tiene que hacer nada más.',
    next: 'Entendido',
  },
  thanks: { heading: 'Gracias', sentence: 'Su acuerdo está firmado.' },
  error: {
    heading: 'Ocurrió un error al procesar su solicitud',
    already_signed: 'Este acuerdo ya está firmado.',
    signature_cancelled: 'Este acuerdo ya no es necesario. Consulte al cajero.',
    other: 'Consulte al cajero.',
    back: 'Volver a la lista',
  },
  footer: { api: 'Versión de API', client: 'Cliente' },
};

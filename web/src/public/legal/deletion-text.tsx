import type { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';

export type RequestedDeletion = DataOf<typeof getDeletion>;

interface DeletionText {
  request: string;
  pendingText: string;
  deletedItems: readonly string[];
  retainedItems: readonly ReactNode[];
}

const published = 'Os posts que já saíram continuam no Instagram: apague-os lá, se quiser.';
const accessLog =
  'Os registros de acesso (endereço IP, data e hora), em sigilo, por 6 meses: o Marco Civil da Internet manda guardá-los (Lei 12.965/2014, art. 15).';

/** Each sentence describes the behaviour of the code; keep both in step. */
export const deletionTexts: Record<RequestedDeletion['kind'], DeletionText> = {
  meta: {
    request: 'Excluir o que a Meta nos deu (Instagram e Facebook)',
    pendingText:
      'As credenciais de acesso já foram excluídas. O resto leva em geral minutos. Um post que podia estar saindo na hora do pedido termina antes, e um agendado para esta conta, se outra está conectada, espera até que seja decidido o que fazer com ele ou que a hora dele passe.',
    deletedItems: [
      'As conexões com o Instagram e as credenciais de acesso.',
      'O nome de usuário, a foto de perfil e os identificadores da conta, da pessoa e da página, se houve uma.',
      'Os identificadores e os links dos posts no Instagram.',
      'Os números que o Instagram contou dos posts e da conta.',
    ],
    retainedItems: [
      <>
        A conta na Pontual e os posts escritos nela, que são de quem os criou. Veja{' '}
        <Link to={`${paths.privacy}#excluir`}>como excluir a conta</Link>.
      </>,
      published,
      accessLog,
    ],
  },
  account: {
    request: 'Excluir a conta na Pontual',
    pendingText:
      'A conta já não pode ser usada, e a assinatura de um plano pago termina. Apagar os posts e os arquivos pode levar algum tempo, e um post que estava saindo na hora do pedido termina antes.',
    deletedItems: [
      'O e-mail, a senha e as sessões.',
      'A conexão com o Instagram e as credenciais de acesso.',
      'Os posts, os rascunhos e os arquivos, e os números que o Instagram contou deles.',
      'Se a pessoa era responsável por uma equipe, a equipe inteira, para todos.',
    ],
    retainedItems: [
      published,
      'O que a pessoa fez em equipes de outros, sem o e-mail dela.',
      accessLog,
      'Os documentos fiscais de planos pagos, pelo prazo que a lei exige.',
      'As cópias de segurança, por até 30 dias. Se precisarmos usar uma, a conta é excluída dela de novo.',
    ],
  },
};

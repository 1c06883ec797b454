import { Company, Contact } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

export const accessibilitySections: readonly LegalSection[] = [
  {
    id: 'compromisso',
    title: 'O que seguimos',
    body: (
      <>
        <p>
          Buscamos cumprir a norma ABNT NBR 17225:2025 e as diretrizes WCAG 2.2, níveis A e AA. É
          também o que pede a Lei Brasileira de Inclusão (Lei 13.146/2015, art. 63).
        </p>
        <Company />
      </>
    ),
  },
  {
    id: 'funciona',
    title: 'O que você pode esperar',
    body: (
      <ul>
        <li>Tudo funciona pelo teclado, com o foco sempre visível.</li>
        <li>
          Arrastar nunca é o único jeito: arquivos e posts também se movem por botões e pelo
          teclado.
        </li>
        <li>Títulos, regiões, campos e mensagens têm nomes para leitores de tela.</li>
        <li>Cor nunca é o único sinal: cada estado tem também uma palavra.</li>
        <li>Os contrastes são de pelo menos 4,5 para 1 no texto, nos temas claro e escuro.</li>
        <li>As páginas se ajustam a 390 pixels de largura, e os botões têm tamanho para o dedo.</li>
        <li>Quem pede menos movimento ao sistema vê menos movimento.</li>
        <li>Você pode escrever o texto alternativo de cada foto que publica.</li>
      </ul>
    ),
  },
  {
    id: 'avaliacao',
    title: 'Como avaliamos',
    body: (
      <>
        <p>
          A cada mudança, testes automáticos (axe) passam pelas páginas nos dois temas, em tela de
          computador e de celular. Outros testes usam o produto só com o teclado.
        </p>
        <p>
          É uma avaliação nossa. Ainda não houve auditoria externa nem teste com pessoas com
          deficiência, e testes automáticos não acham tudo. Por isso dizemos que buscamos a
          conformidade, e não que ela está certificada.
        </p>
      </>
    ),
  },
  {
    id: 'limites',
    title: 'Limites que conhecemos',
    body: (
      <ul>
        <li>
          Fotos sem texto alternativo escrito por quem as enviou são descritas só pelo nome ou pela
          posição.
        </li>
        <li>Não criamos legendas nem audiodescrição para os vídeos que você envia.</li>
        <li>
          No celular, as miniaturas vizinhas da linha do dia têm 32 pixels de largura. Os mesmos
          posts estão na lista, em tamanho maior.
        </li>
        <li>
          A prévia do post imita o Instagram. Ela é um desenho, e o que ela diz está também no
          formulário.
        </li>
        <li>
          As páginas da Meta, do Google e da Stripe, por onde passam a conexão, o login e o
          pagamento, não são nossas.
        </li>
      </ul>
    ),
  },
  {
    id: 'contato',
    title: 'Encontrou uma barreira?',
    body: (
      <>
        <p>
          Conte em que página foi, o que você tentou fazer e, se puder, qual navegador e qual
          tecnologia assistiva usa.
        </p>
        <Contact />
        <p>Se algo impede você de usar o serviço agora, fazemos com você por outro caminho.</p>
      </>
    ),
  },
];

import { topic } from './topic.ts';

export const occasions = [
  topic(
    'Natal',
    'natal, natalino, natalina, panetone, papai noel, ceia, amigo secreto, árvore de natal, chocotone',
    'natal feliznatal presentesdenatal decoracaodenatal climadenatal ceiadenatal christmas panetone papainoel espiritonatalino natalemfamilia amigosecreto',
  ),
  topic(
    'Ano Novo',
    'ano novo, réveillon, virada, feliz ano, retrospectiva',
    'anonovo felizanonovo reveillon virada novociclo retrospectiva metas anonovovidanova happynewyear festadereveillon lookreveillon gratidao',
  ),
  topic(
    'Carnaval',
    'carnaval, bloco, fantasia, folia, trio elétrico, glitter, bloquinho, escola de samba, abadá',
    'carnaval carnavalbrasil bloquinho fantasia folia makecarnaval blocoderua carnavalderua glitter samba lookcarnaval carnavalderuabrasil',
  ),
  topic(
    'Páscoa',
    'páscoa, ovo de páscoa, coelho, ovo de colher, colomba',
    'pascoa ovodepascoa ovodecolher felizpascoa chocolate ovosdepascoa pascoaartesanal coelhinhodapascoa encomendaspascoa ovogourmet pascoaemfamilia ovosartesanais',
  ),
  topic(
    'Dia das Mães',
    'dia das mães, mãe, mamãe, presente para mãe, maternidade real',
    'diadasmaes maes presentediadasmaes amordemae mae maedemenino maedemenina felizdiadasmaes maternidade presenteparamae mamae domingodasmaes',
  ),
  topic(
    'Dia dos Pais',
    'dia dos pais, presente para o pai, papai, paternidade, paizão',
    'diadospais felizdiadospais presenteparapai presentediadospais paternidade pai paizao amordepai papai agosto kitdiadospais superpai',
  ),
  topic(
    'Dia dos Namorados',
    'dia dos namorados, namorado, namorada, casal, romântico, doze de junho',
    'diadosnamorados namorados amor presentediadosnamorados casal jantarromantico namorada namorado felizdiadosnamorados casais romantico cestadenamorados',
  ),
  topic(
    'São João',
    'são joão, festa junina, arraial, arraiá, quadrilha, fogueira, junino, junina, canjica, milho, quentão, bandeirinha, forró pé de serra',
    'saojoao festajunina arraial arraia forro comidajunina quadrilha lookjunino vivasaojoao festajulina fogueira nordeste',
  ),
  topic(
    'Dia das Crianças',
    'dia das crianças, brinquedo, doze de outubro, brincadeira, brincar',
    'diadascriancas criancas brinquedos infancia kids felizdiadascriancas outubro brincar brinquedoseducativos presenteinfantil mesdascriancas sercrianca',
  ),
  topic(
    'Dia da Mulher',
    'dia da mulher, oito de março, empoderamento feminino',
    'diadamulher mulheres diainternacionaldamulher mulher 8demarco empoderamentofeminino forcafeminina mulheresreais felizdiadamulher mulheresempreendedoras sororidade mesdamulher',
  ),
  topic(
    'Dia dos Professores',
    'dia dos professores, quinze de outubro, presente para professora, mestre',
    'diadosprofessores professores professora felizdiadosprofessores educacao presenteparaprofessora 15deoutubro professor gratidao mestre profs ensinar',
  ),
  topic(
    'Black Friday',
    'black friday, black november, esquenta black, promoção, desconto, oferta, cupom, cyber monday, liquidação, queima de estoque',
    'blackfriday promocao desconto oferta blacknovember ofertas cupomdedesconto liquidacao descontos imperdivel fretegratis blackfridaybrasil',
  ),
  topic(
    'volta às aulas',
    'volta às aulas, material escolar, mochila escolar, ano letivo, lista escolar, estojo, uniforme escolar',
    'voltaasaulas materialescolar primeirodiadeaula mochila papelaria escola listadematerial anoletivo etiquetasescolares lancheira estojo backtoschool',
  ),
  topic(
    'Halloween',
    'halloween, dia das bruxas, bruxa, abóbora, assustador, travessura',
    'halloween diadasbruxas fantasia halloweenbrasil festahalloween abobora docesoutravessuras makehalloween bruxa outubro spooky decoracaohalloween',
  ),
  topic(
    'Outubro Rosa e Novembro Azul',
    'outubro rosa, novembro azul, câncer de mama, mamografia, prevenção, próstata',
    'outubrorosa novembroazul prevencao saudedamulher saudedohomem cancerdemama mamografia autoexame saude cuidese conscientizacao juntosnaluta',
  ),
  topic(
    'inverno',
    'inverno, frio, fondue, sopa, caldo, cachecol, friozinho, casaco, chocolate quente',
    'inverno frio fondue lookdeinverno friozinho sopas modainverno invernobrasileiro chocolatequente caldos outonoinverno winter',
  ),
  topic(
    'verão',
    'verão, calor, sol, piscina, bronzeado, protetor solar, praia e sol',
    'verao summer praia sol veraochegou calor piscina modaverao veraobrasil bronzeado ferias biquini',
  ),
];

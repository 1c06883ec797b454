import { topic } from './topic.ts';

export const beauty = [
  topic(
    'salão de beleza',
    'cabelo, cabeleireiro, cabeleireira, salão, escova, mecha, luzes, coloração, hidratação, progressiva, penteado, loiro, loira, corte feminino',
    'salaodebeleza cabelo cabeleireira hair mechas loiro hairstylist cabelosaudavel corte coloracao penteados hidratacaocapilar',
  ),
  topic(
    'cachos e cabelo crespo',
    'cacho, cacheada, cacheado, crespo, crespa, transição capilar, black power, trança, fitagem',
    'cachos cabelocacheado cacheadas cabelocrespo crespas transicaocapilar cachosperfeitos trancas cachosbrasil fitagem cronogramacapilar crespasecacheadas',
  ),
  topic(
    'barbearia',
    'barba, barbearia, barbeiro, degradê, navalha, corte masculino, bigode, fade',
    'barbearia barbeiro barba barbershop cortemasculino degrade barber fade barbeirosbrasil estilomasculino navalhado cabelomasculino',
  ),
  topic(
    'unhas',
    'unha, manicure, pedicure, esmalte, esmaltação, nail, alongamento, fibra de vidro, unha em gel, francesinha',
    'unhas unhasdecoradas manicure nails naildesigner unhasemgel esmalte nailart alongamentodeunhas fibradevidro unhasperfeitas pedicure',
  ),
  topic(
    'maquiagem',
    'maquiagem, make, maquiadora, maquiador, batom, delineado, cílio postiço, noiva, pele glow',
    'maquiagem makeup maquiadora maquiadoraprofissional make makeupartist maquiagemnoiva batom delineado peleglow maquiagembrasil automaquiagem',
  ),
  topic(
    'sobrancelhas e cílios',
    'sobrancelha, cílio, lash, micropigmentação, henna, brow lamination, design de sobrancelha, extensão de cílios',
    'sobrancelhas designdesobrancelhas cilios lashdesigner micropigmentacao extensaodecilios henna browlamination lash volumebrasileiro sobrancelhasperfeitas olhar',
  ),
  topic(
    'estética',
    'estética, esteticista, limpeza de pele, skincare, peeling, drenagem, botox, harmonização facial, depilação, massagem modeladora, pele',
    'estetica esteticista limpezadepele skincare drenagemlinfatica cuidadoscomapele harmonizacaofacial esteticafacial autocuidado peleperfeita depilacao esteticacorporal',
  ),
  topic(
    'tatuagem',
    'tatuagem, tattoo, tatuador, tatuadora, flash, traço, piercing, fineline, blackwork, estúdio de tatuagem',
    'tatuagem tattoo tatuador tattoobrasil tatuadora fineline blackwork ink tattooartist piercing tatuagemfeminina flashtattoo',
  ),
  topic(
    'academia',
    'treino, academia, musculação, personal, fitness, hipertrofia, crossfit, malhar, personal trainer',
    'academia treino fitness musculacao personaltrainer foco vidasaudavel hipertrofia treinododia crossfit gym projetoverao',
  ),
  topic(
    'yoga e pilates',
    'yoga, ioga, pilates, meditação, alongamento corporal, respiração, asana, reformer, mindfulness',
    'yoga pilates meditacao bemestar yogabrasil studiodepilates equilibrio respiracao mindfulness postura yogatododia qualidadedevida',
  ),
  topic(
    'corrida e bicicleta',
    'corrida, correr, corredor, maratona, bike, bicicleta, pedal, ciclismo, ciclista, pace, triatlo',
    'corrida corridaderua running maratona bike pedal ciclismo corredores mtb vidaativa treinodecorrida bora',
  ),
  topic(
    'nutrição',
    'nutrição, nutricionista, dieta, emagrecimento, reeducação alimentar, proteína, caloria, suplemento, whey',
    'nutricao nutricionista alimentacaosaudavel reeducacaoalimentar emagrecimento dieta saude vidasaudavel comersemculpa nutri suplementos habitossaudaveis',
  ),
  topic(
    'odontologia',
    'dente, dentista, sorriso, odontologia, clareamento, aparelho dentário, implante, ortodontia, lente de contato dental',
    'odontologia dentista sorriso saudebucal clareamentodental ortodontia implantedentario sorrisoperfeito dentes lentedecontatodental dentistas odonto',
  ),
  topic(
    'psicologia',
    'psicologia, psicóloga, psicólogo, terapia, ansiedade, saúde mental, autoestima, emoção, terapeuta',
    'psicologia terapia saudemental psicologa autoconhecimento ansiedade terapiaonline autoestima psicologo emocoes bemestar setembroamarelo',
  ),
  topic(
    'fisioterapia e massagem',
    'fisioterapia, fisioterapeuta, massagem, coluna, lombar, quiropraxia, reabilitação, massoterapia, rpg, dor nas costas',
    'fisioterapia massagem fisioterapeuta massoterapia quiropraxia reabilitacao qualidadedevida massagemrelaxante coluna saude relaxamento dornascostas',
  ),
  topic(
    'perfumaria',
    'perfume, perfumaria, fragrância, aroma, difusor, vela, aromatizador, sabonete, home spray, vela aromática',
    'perfume perfumaria fragrancia velasaromaticas perfumes homespray saboaria aromaterapia difusordearomas velasartesanais saboneteartesanal perfumesimportados',
  ),
];

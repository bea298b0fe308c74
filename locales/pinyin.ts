/** First Chinese character of each initial in the order of Pinyin; none begins with i, u or v. */
export const firstCharacters = {
  letters: 'abcdefghjklmnopqrstwxyz',
  characters: '吖八嚓咑妸发旮哈丌咔垃呣拏喔妑七呥仨他屲夕丫帀',
}

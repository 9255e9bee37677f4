/**
 * Opens a window with the image, prints it and closes the window.
 * @returns false if the browser opens none
 */
export function printImage(image: string, title: string): boolean {
  const opened = window.open('', '_blank', 'width=640,height=480');
  if (!opened) return false;
  const { document } = opened;
  document.title = title;
  const picture = document.createElement('img');
  picture.alt = title;
  picture.style.maxWidth = '100%';
  picture.addEventListener('load', () => {
    opened.addEventListener('afterprint', () => opened.close());
    opened.print();
  });
  picture.src = image;
  document.body.append(picture);
  return true;
}

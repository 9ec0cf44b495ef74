// The default theme without its web fonts: the site loads nothing from elsewhere.
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../../pictures/picture.css';
import './style.css';

export default DefaultTheme;

//! A battle as one page that plays by itself: pictures one after the other with what was told between them. The page needs
//! nothing else: no other file, no network.

use std::fmt::Write as _;

/// One picture, and what had been told up to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The picture, as SVG.
    pub picture: String,
    /// What was told since the last one, a line each.
    pub told: Vec<String>,
}

const STYLE: &str = "body{margin:0;font:16px Georgia,'DejaVu Serif',serif;background:#efe7d6;color:#2a1d0e}\
main{max-width:1400px;margin:auto;padding:12px}#picture svg{width:100%;height:auto;display:block}\
nav{display:flex;gap:10px;align-items:center;padding:8px 0}nav input{flex:1}button{font:inherit;padding:4px 12px}\
#told{margin:0;padding-left:1.2em;min-height:8em}\
@media(prefers-color-scheme:dark){body{background:#17181a;color:#e6d9ba}}";

const SCRIPT: &str = "const frames=[...document.querySelectorAll('template')];let at=0,timer=0;\
const picture=document.getElementById('picture'),told=document.getElementById('told'),slider=document.getElementById('at'),\
count=document.getElementById('count'),play=document.getElementById('play');\
function show(n){at=Math.max(0,Math.min(frames.length-1,n));const part=frames[at].content.cloneNode(true);\
picture.replaceChildren(part.querySelector('svg'));told.replaceChildren(...part.querySelectorAll('li'));\
slider.value=at;count.textContent=(at+1)+' of '+frames.length}\
function stop(){clearInterval(timer);timer=0;play.textContent='Play'}\
function go(){if(timer){stop();return}if(at==frames.length-1)show(0);play.textContent='Pause';\
timer=setInterval(()=>{if(at==frames.length-1)stop();else show(at+1)},1500)}\
play.onclick=go;slider.oninput=()=>{stop();show(+slider.value)};\
document.getElementById('back').onclick=()=>{stop();show(at-1)};document.getElementById('on').onclick=()=>{stop();show(at+1)};\
document.onkeydown=key=>{if(key.key=='ArrowLeft'){stop();show(at-1)}else if(key.key=='ArrowRight'){stop();show(at+1)}\
else if(key.key==' '&&key.target.tagName!='BUTTON'){go();key.preventDefault()}};show(0);";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page. Each picture waits in a template of its own, so that the marks in one never stand for those in another.
pub fn page(title: &str, frames: &[Frame]) -> String {
    let mut text = String::new();
    let title = escaped(title);
    let last = frames.len().saturating_sub(1);
    let _ = write!(
        text,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style></head>\n\
         <body><main><h1>{title}</h1>\n<nav><button id=\"back\" aria-label=\"back\">&#9664;</button>\
         <button id=\"play\">Play</button><button id=\"on\" aria-label=\"on\">&#9654;</button>\
         <input id=\"at\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"picture\">\
         <span id=\"count\"></span></nav>\n<div id=\"picture\"></div>\n<ul id=\"told\" aria-live=\"polite\"></ul></main>\n"
    );
    for frame in frames {
        let told: String = frame.told.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let _ = writeln!(text, "<template>{}{told}</template>", frame.picture);
    }
    let _ = writeln!(text, "<script>{SCRIPT}</script></body></html>");
    text
}

#[cfg(test)]
mod tests {
    use super::{Frame, page};

    #[test]
    fn a_page_holds_every_picture_and_asks_for_nothing() {
        let frame = |at: u8| Frame {
            picture: format!("<svg id=\"p{at}\"></svg>"),
            told: vec![format!("line {at} <b>")],
        };
        let text = page("A & B", &[frame(1), frame(2)]);
        assert!(text.contains("<title>A &amp; B</title>"));
        assert_eq!(text.matches("<template><svg").count(), 2);
        assert!(text.contains("<li>line 2 &lt;b&gt;</li>"));
        assert!(text.contains("max=\"1\""));
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!text.contains(outside), "{outside}");
        }
    }
}

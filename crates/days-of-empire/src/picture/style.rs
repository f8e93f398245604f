//! Colours for both themes, and the little figures on the stands, each facing north.

/// The style sheet.
pub(super) const STYLE: &str = "
.wall { fill: #efe7d6; } .frame { fill: #5b3d26; } .frame-in { fill: none; stroke: #c9a36b; stroke-width: 1.5; }
.tick { stroke: #e3c798; stroke-width: 1; } .tick-word { fill: #f0dcb8; font-size: 11px; text-anchor: middle; }
.grass { fill: #cfd2a2; } .tuft { fill: none; stroke: #b3b982; stroke-width: 1; stroke-linecap: round; }
.hill { fill: #dccf9b; stroke: #a07f45; stroke-width: 1.3; stroke-linejoin: round; }
.hill2 { fill: #e5d9aa; stroke: #b08c50; stroke-width: 0.9; } .hill3 { fill: #ede3bb; stroke: #b99961; stroke-width: 0.8; }
.high { fill: #d4bd85; stroke: #8d6a35; stroke-width: 1.5; stroke-linejoin: round; }
.high2 { fill: #dbc791; stroke: #98743d; stroke-width: 1; } .high3 { fill: #e3d2a1; stroke: #a27f49; stroke-width: 0.9; }
.hachure { stroke: #8d6a35; stroke-width: 0.9; stroke-linecap: round; } .steep { stroke: #6e4c20; stroke-width: 1.4; }
.stones { fill: #9c8358; }
.crest { fill: none; stroke: #7a5423; stroke-width: 2; stroke-dasharray: 10 5 2 5; stroke-linecap: round; }
.bank { fill: #a58f5d; stroke: #a58f5d; stroke-width: 9; stroke-linejoin: round; }
.water { fill: #86b3c8; stroke: #86b3c8; stroke-width: 1; } .ripple { fill: none; stroke: #d4e8ee; stroke-width: 1.2; stroke-linecap: round; }
.flow { fill: none; stroke: #46809b; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.verge { fill: #a88f5f; stroke: #a88f5f; stroke-width: 3; stroke-linejoin: round; } .road { fill: #e6d3a3; stroke: #e6d3a3; stroke-width: 0.5; }
.rut { fill: none; stroke: #c3a971; stroke-width: 1; stroke-dasharray: 7 6; }
.bridge-wood { fill: #a97c48; stroke: #583a18; stroke-width: 2; } .bridge-stone { fill: #c5c0b4; stroke: #5e594d; stroke-width: 2; }
.plank { stroke: #6d4a22; stroke-width: 1; } .ford { fill: #b9d3d6; fill-opacity: 0.7; stroke: #4f7f92; stroke-width: 1.6; stroke-dasharray: 3 4; }
.swamp { fill: #a9b98d; stroke: #70895f; stroke-width: 1.2; stroke-dasharray: 5 4; } .reed { fill: none; stroke: #4f7a66; stroke-width: 1.3; stroke-linecap: round; }
.wood-light { fill: #b6c489; stroke: #6d8448; stroke-width: 1.2; } .wood-heavy { fill: #93ab68; stroke: #47622d; stroke-width: 1.6; }
.wood-unknown { fill: #a7b87c; stroke: #47622d; stroke-width: 1.6; stroke-dasharray: 8 5; }
.tree { fill: #6f9150; stroke: #46632f; stroke-width: 0.8; } .tree-top { fill: #8bab67; } .dark .tree { fill: #4f7440; } .dark .tree-top { fill: #688d51; }
.urban-light { fill: #d9c8a4; stroke: #8b6a43; stroke-width: 1.4; } .urban-heavy { fill: #cfcabd; stroke: #5f5a50; stroke-width: 2; }
.timber { fill: #b98a58; stroke: #5d3d1c; stroke-width: 1; } .roof { fill: #9c6a3d; } .stone { fill: #a9a296; stroke: #4c473e; stroke-width: 1.2; } .slate { fill: #857f75; }
.wall-stone { fill: none; stroke: #6b665a; stroke-width: 6; } .wall-stone2 { fill: none; stroke: #b9b2a3; stroke-width: 4; stroke-dasharray: 6 1.5; }
.hedge { fill: none; stroke: #46682f; stroke-width: 6; stroke-linecap: round; } .hedge2 { fill: none; stroke: #7da05a; stroke-width: 4; stroke-linecap: round; stroke-dasharray: 0.1 6; }
.works { fill: none; stroke: #6a4a26; stroke-width: 9; stroke-linejoin: round; } .works2 { fill: none; stroke: #c19a62; stroke-width: 4; stroke-linejoin: round; }
.place { fill: #4b3a20; font-size: 14px; font-style: italic; text-anchor: middle; paint-order: stroke; stroke: #efe8cb; stroke-width: 3px; stroke-linejoin: round; }
.goal { fill: none; stroke: #b8862b; stroke-width: 2.2; stroke-dasharray: 9 5; } .goal-star { fill: #d9a53a; stroke: #6c4c10; stroke-width: 1; }
.zone { fill: none; stroke-width: 2; stroke-dasharray: 14 8; } .first-line { stroke: #3f5fa8; } .second-line { stroke: #a8503f; }
.arc { fill: #d94f2a; fill-opacity: 0.13; stroke: #b83f1d; stroke-width: 1; stroke-dasharray: 4 3; }
.corridor { fill: #8a2be2; fill-opacity: 0.16; stroke: #6a1fb0; stroke-width: 1; } .bounce { fill: #8a2be2; fill-opacity: 0.08; stroke: #6a1fb0; stroke-width: 1; stroke-dasharray: 2 4; }
.way { fill: none; stroke: #222222; stroke-width: 2; stroke-dasharray: 2 5; stroke-linecap: round; } .circle { fill: none; stroke: #333333; stroke-width: 1; stroke-dasharray: 2 4; }
.british { color: #b32a2e; } .french { color: #2d4c92; } .turkish { color: #2b2f5c; } .sardinian { color: #5d83b8; } .russian { color: #47624c; }
.base { fill: #f2ead2; stroke: currentColor; stroke-width: 1.6; } .front { fill: currentColor; } .coat { fill: currentColor; stroke: #1d1a14; stroke-width: 0.6; }
.hat { fill: #1d1a14; } .strap { stroke: #f7f3e6; stroke-width: 1.1; } .musket { stroke: #3b2a17; stroke-width: 1; stroke-linecap: round; }
.mount { fill: #6d4628; stroke: #2c1a0c; stroke-width: 0.6; } .grey { fill: #a39c90; } .brass { fill: #b98d2f; stroke: #4f3909; stroke-width: 0.8; } .wheel { fill: #7b5a34; stroke: #33230f; stroke-width: 0.8; } .trail { stroke: #5c4426; stroke-width: 3.2; stroke-linecap: round; }
.gold { fill: #e4b53c; stroke: #6c4c10; stroke-width: 1; } .canvas { fill: #e9e2cf; stroke: #6d5d3f; stroke-width: 1; }
.ghost { opacity: 0.45; } .refused { opacity: 0.5; } .refused .base { stroke: #c01818; stroke-dasharray: 3 2; }
.flagpole { stroke: #2b2115; stroke-width: 1.4; } .cloth { stroke: #2b2115; stroke-width: 0.6; }
.label { fill: #1e1a12; font-size: 12px; font-weight: 700; text-anchor: middle; font-family: system-ui, 'DejaVu Sans', sans-serif; paint-order: stroke; stroke: #f5f0dc; stroke-width: 3px; stroke-linejoin: round; }
.mark-d { fill: #2a63b8; stroke: #ffffff; stroke-width: 1.5; } .mark-s { fill: #c3211f; stroke: #ffffff; stroke-width: 1.5; } .mark-r { fill: #ffffff; stroke: #c3211f; stroke-width: 2.4; } .mark-p { fill: #e08a1b; stroke: #ffffff; stroke-width: 1.5; } .mark-h { fill: #4a4a4a; stroke: #ffffff; stroke-width: 1.5; }
.mark-letter { fill: #ffffff; font-size: 11px; font-weight: 700; text-anchor: middle; font-family: system-ui, 'DejaVu Sans', sans-serif; } .mark-letter-r { fill: #c3211f; font-size: 11px; font-weight: 700; text-anchor: middle; font-family: system-ui, 'DejaVu Sans', sans-serif; }
.smoke { fill: #8f8d88; fill-opacity: 0.5; } .flame { fill: #e8641b; stroke: #a03206; stroke-width: 0.8; } .flame2 { fill: #f8c33c; }
.title { fill: #3a2712; font-size: 34px; } .about { fill: #5c4427; font-size: 17px; font-style: italic; } .key { fill: #3a2712; font-size: 15px; } .small { fill: #5c4427; font-size: 13px; } .head { fill: #3a2712; font-size: 15px; font-weight: 700; }
.bar { fill: #3a2712; stroke: #3a2712; } .bar2 { fill: #efe7d6; stroke: #3a2712; } .needle { fill: #3a2712; } .ring { fill: none; stroke: #3a2712; stroke-width: 1.4; } .centre { text-anchor: middle; }
@media (prefers-color-scheme: dark) {
.wall { fill: #17181a; } .frame { fill: #2c1f15; } .frame-in { stroke: #7c6238; } .tick { stroke: #8b7346; } .tick-word { fill: #b69c6a; }
.grass { fill: #39412f; } .tuft { stroke: #4a543b; }
.hill { fill: #494730; stroke: #806a3d; } .hill2 { fill: #525037; stroke: #85703f; } .hill3 { fill: #5c593f; stroke: #8a7545; }
.high { fill: #54492f; stroke: #94783f; } .high2 { fill: #5f5336; stroke: #987d45; } .high3 { fill: #6a5e3f; stroke: #9d834d; }
.hachure { stroke: #8f7746; } .steep { stroke: #b0905a; } .stones { fill: #86754f; } .crest { stroke: #d0aa66; }
.bank { fill: #55492f; stroke: #55492f; } .water { fill: #2b5468; stroke: #2b5468; } .ripple { stroke: #4d7d92; } .flow { stroke: #8dbdd0; }
.verge { fill: #4c4029; stroke: #4c4029; } .road { fill: #7b6b48; stroke: #7b6b48; } .rut { stroke: #5d5034; }
.bridge-wood { fill: #7b5932; stroke: #d0ab74; } .bridge-stone { fill: #7c786d; stroke: #cdc7b7; } .ford { fill: #3f6b7c; stroke: #a9cfdc; }
.swamp { fill: #38473a; stroke: #66805f; } .reed { stroke: #7fae92; }
.wood-light { fill: #3d4d2d; stroke: #6d8a4a; } .wood-heavy { fill: #2b3d20; stroke: #5f7d40; } .wood-unknown { fill: #34462a; stroke: #5f7d40; }
.tree { fill: #4c6b36; stroke: #26391a; } .tree-top { fill: #628549; } .dark .tree { fill: #36522a; } .dark .tree-top { fill: #466637; }
.urban-light { fill: #55492f; stroke: #a1824f; } .urban-heavy { fill: #4c4a45; stroke: #a6a094; } .timber { fill: #7c5a34; stroke: #d8b27a; } .roof { fill: #5f4224; } .stone { fill: #6f6b62; stroke: #c7c1b2; } .slate { fill: #54514a; }
.wall-stone { stroke: #b3ac9b; } .wall-stone2 { stroke: #6d685d; } .hedge { stroke: #24381a; } .hedge2 { stroke: #6f9350; } .works { stroke: #a9814b; } .works2 { stroke: #5b3f1f; }
.place { fill: #e8dcb8; stroke: #25261f; } .goal { stroke: #e3b655; } .first-line { stroke: #86a5ec; } .second-line { stroke: #ec9686; }
.british { color: #cf4a4d; } .french { color: #4f74c9; } .turkish { color: #7277c4; } .sardinian { color: #7fa6de; } .russian { color: #5f8a67; }
.base { fill: #d8cfb4; } .label { fill: #f3ecd6; stroke: #1b1c18; } .way { stroke: #f0f0f0; } .circle { stroke: #dddddd; }
.title { fill: #efe2c2; } .about { fill: #c6b28a; } .key { fill: #e6d9ba; } .small { fill: #b8a680; } .head { fill: #efe2c2; }
.bar { fill: #e6d9ba; stroke: #e6d9ba; } .bar2 { fill: #17181a; stroke: #e6d9ba; } .needle { fill: #e6d9ba; } .ring { stroke: #e6d9ba; } .smoke { fill: #6d6b66; }
}
@media print { .wall { fill: #ffffff; } }
";

/// One man: a coat, a hat, a strap, a musket.
macro_rules! man {
    ($x:literal, $y:literal) => {
        concat!(
            "<g transform=\"translate(", $x, " ", $y, ")\"><line class=\"musket\" x1=\"3.4\" y1=\"2\" x2=\"3.4\" y2=\"-5.4\"/>",
            "<ellipse class=\"coat\" rx=\"3.7\" ry=\"2.9\"/><line class=\"strap\" x1=\"-1.6\" y1=\"-2.2\" x2=\"1.6\" y2=\"2.2\"/>",
            "<circle class=\"hat\" r=\"1.7\"/></g>"
        )
    };
}

/// One rider on his horse.
macro_rules! rider {
    ($x:literal, $class:literal) => {
        concat!(
            "<g transform=\"translate(", $x, " 0)\"><path class=\"", $class, "\" d=\"M0,-10.4 C2.2,-9.4 1.9,-6.6 2.1,-5.2 \
             C3.9,-3.4 3.9,5.2 2.6,8.2 C1.8,10.2 -1.8,10.2 -2.6,8.2 C-3.9,5.2 -3.9,-3.4 -2.1,-5.2 C-1.9,-6.6 -2.2,-9.4 0,-10.4Z\"/>",
            "<ellipse class=\"coat\" cy=\"1.4\" rx=\"3.6\" ry=\"2.8\"/><circle class=\"hat\" cy=\"1\" r=\"1.7\"/>",
            "<line class=\"strap\" x1=\"3.4\" y1=\"1\" x2=\"4.4\" y2=\"-5\"/></g>"
        )
    };
}

/// A pair of draught horses.
macro_rules! pair {
    ($y:literal) => {
        concat!(
            "<g transform=\"translate(0 ", $y, ")\"><ellipse class=\"mount\" cx=\"-4.4\" rx=\"2.9\" ry=\"7.6\"/>",
            "<ellipse class=\"mount grey\" cx=\"4.4\" rx=\"2.9\" ry=\"7.6\"/><circle class=\"coat\" cx=\"-4.4\" cy=\"1\" r=\"2.6\"/></g>"
        )
    };
}

/// A gun on its wheels, muzzle north.
macro_rules! piece {
    ($y:literal) => {
        concat!(
            "<g transform=\"translate(0 ",
            $y,
            ")\"><line class=\"trail\" x1=\"0\" y1=\"2\" x2=\"0\" y2=\"15\"/>",
            "<rect class=\"wheel\" x=\"-8.4\" y=\"-6\" width=\"2.8\" height=\"12\" rx=\"1.2\"/>",
            "<rect class=\"wheel\" x=\"5.6\" y=\"-6\" width=\"2.8\" height=\"12\" rx=\"1.2\"/>",
            "<rect class=\"wheel\" x=\"-6\" y=\"-1\" width=\"12\" height=\"2\"/>",
            "<rect class=\"brass\" x=\"-2\" y=\"-11.4\" width=\"4\" height=\"17\" rx=\"1.6\"/></g>"
        )
    };
}

/// The figures, each in its own place: the middle of a stand's front edge at the origin, facing north.
pub(super) const SYMBOLS: &str = concat!(
    "<g id=\"foot\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"22.8\" rx=\"1.5\"/>",
    "<rect class=\"front\" x=\"-11.4\" y=\"0\" width=\"22.8\" height=\"3.2\"/>",
    man!("-5.4", "9.4"),
    man!("5", "9.4"),
    man!("-5.4", "17.8"),
    man!("5", "17.8"),
    "</g>",
    "<g id=\"horse\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"22.8\" rx=\"1.5\"/>",
    "<rect class=\"front\" x=\"-11.4\" y=\"0\" width=\"22.8\" height=\"3.2\"/><g transform=\"translate(0 13.2)\">",
    rider!("-5.6", "mount"),
    rider!("5.4", "mount grey"),
    "</g></g>",
    "<g id=\"gun\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"34.8\" rx=\"1.5\"/>",
    "<rect class=\"front\" x=\"-11.4\" y=\"0\" width=\"22.8\" height=\"2.4\"/>",
    piece!("13.5"),
    man!("-7.6", "24.5"),
    man!("7.2", "24.5"),
    man!("-6", "31.2"),
    man!("5.6", "31.2"),
    "</g>",
    "<g id=\"limbered\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"70.8\" rx=\"1.5\"/>",
    "<rect class=\"front\" x=\"-11.4\" y=\"0\" width=\"22.8\" height=\"2.4\"/>",
    pair!("12"),
    pair!("29"),
    "<rect class=\"wheel\" x=\"-8\" y=\"40\" width=\"16\" height=\"3\"/><rect class=\"canvas\" x=\"-4\" y=\"38\" width=\"8\" height=\"8\"/>",
    "<g transform=\"rotate(180 0 57)\">",
    piece!("57"),
    "</g></g>",
    "<g id=\"staff\"><circle class=\"base\" cy=\"12\" r=\"11\"/><circle class=\"ring\" cy=\"12\" r=\"8.8\" opacity=\"0.35\"/>",
    "<path class=\"front\" d=\"M-3.4,2.6 L0,-1.6 L3.4,2.6Z\"/><g transform=\"translate(0 12.4)\">",
    rider!("0", "mount"),
    "<circle class=\"gold\" cy=\"1\" r=\"1.8\"/></g></g>",
    "<g id=\"wagon\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"46.8\" rx=\"1.5\"/>",
    pair!("12"),
    "<rect class=\"canvas\" x=\"-6.5\" y=\"23\" width=\"13\" height=\"21\" rx=\"2\"/><line class=\"plank\" x1=\"-6.5\" y1=\"30\" x2=\"6.5\" y2=\"30\"/>",
    "<line class=\"plank\" x1=\"-6.5\" y1=\"37\" x2=\"6.5\" y2=\"37\"/></g>",
    "<g id=\"holders\"><rect class=\"base\" x=\"-11.4\" y=\"0.6\" width=\"22.8\" height=\"22.8\" rx=\"1.5\"/>",
    pair!("12"),
    "</g>",
    "<g id=\"flag-british\"><line class=\"flagpole\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"-24\"/><rect class=\"cloth\" x=\"0\" y=\"-24\" width=\"16\" height=\"10\" fill=\"#23376f\"/>",
    "<path d=\"M0,-24 L16,-14 M16,-24 L0,-14\" stroke=\"#fff\" stroke-width=\"2.2\"/><path d=\"M8,-24 V-14 M0,-19 H16\" stroke=\"#fff\" stroke-width=\"3.4\"/>",
    "<path d=\"M8,-24 V-14 M0,-19 H16\" stroke=\"#b3202a\" stroke-width=\"1.9\"/></g>",
    "<g id=\"flag-french\"><line class=\"flagpole\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"-24\"/><rect x=\"0\" y=\"-24\" width=\"5.4\" height=\"10\" fill=\"#23376f\"/>",
    "<rect x=\"5.4\" y=\"-24\" width=\"5.3\" height=\"10\" fill=\"#fff\"/><rect x=\"10.7\" y=\"-24\" width=\"5.3\" height=\"10\" fill=\"#b3202a\"/><rect class=\"cloth\" x=\"0\" y=\"-24\" width=\"16\" height=\"10\" fill=\"none\"/></g>",
    "<g id=\"flag-turkish\"><line class=\"flagpole\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"-24\"/><rect class=\"cloth\" x=\"0\" y=\"-24\" width=\"16\" height=\"10\" fill=\"#b3202a\"/>",
    "<circle cx=\"6.6\" cy=\"-19\" r=\"3\" fill=\"#fff\"/><circle cx=\"7.8\" cy=\"-19\" r=\"2.5\" fill=\"#b3202a\"/><circle cx=\"11\" cy=\"-19\" r=\"1.2\" fill=\"#fff\"/></g>",
    "<g id=\"flag-sardinian\"><line class=\"flagpole\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"-24\"/><rect x=\"0\" y=\"-24\" width=\"5.4\" height=\"10\" fill=\"#1f7a3d\"/>",
    "<rect x=\"5.4\" y=\"-24\" width=\"5.3\" height=\"10\" fill=\"#fff\"/><rect x=\"10.7\" y=\"-24\" width=\"5.3\" height=\"10\" fill=\"#b3202a\"/><rect class=\"cloth\" x=\"0\" y=\"-24\" width=\"16\" height=\"10\" fill=\"none\"/></g>",
    "<g id=\"flag-russian\"><line class=\"flagpole\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"-24\"/><rect x=\"0\" y=\"-24\" width=\"16\" height=\"3.4\" fill=\"#fff\"/>",
    "<rect x=\"0\" y=\"-20.6\" width=\"16\" height=\"3.3\" fill=\"#23376f\"/><rect x=\"0\" y=\"-17.3\" width=\"16\" height=\"3.3\" fill=\"#b3202a\"/><rect class=\"cloth\" x=\"0\" y=\"-24\" width=\"16\" height=\"10\" fill=\"none\"/></g>",
    "<g id=\"mark-disordered\"><circle class=\"mark-d\" r=\"8\"/><text class=\"mark-letter\" y=\"4\">D</text></g>",
    "<g id=\"mark-shaken\"><path class=\"mark-s\" d=\"M0,-10 L10,7.5 L-10,7.5Z\"/><text class=\"mark-letter\" y=\"5.6\">S</text></g>",
    "<g id=\"mark-routing\"><path class=\"mark-r\" d=\"M-8,-8 H8 L4,0 L8,8 H-8Z\"/><text class=\"mark-letter-r\" x=\"-2\" y=\"4\">R</text></g>",
    "<g id=\"mark-pursuing\"><path class=\"mark-p\" d=\"M-9,8 L-9,-4 L0,-10 L9,-4 L9,8 L0,3Z\"/><text class=\"mark-letter\" y=\"2\">P</text></g>",
    "<g id=\"mark-halted\"><path class=\"mark-h\" d=\"M-3.6,-8.5 H3.6 L8.5,-3.6 V3.6 L3.6,8.5 H-3.6 L-8.5,3.6 V-3.6Z\"/><text class=\"mark-letter\" y=\"4\">H</text></g>",
    "<g id=\"tree\"><circle class=\"tree\" r=\"6.6\"/><circle class=\"tree-top\" cx=\"-1.6\" cy=\"-1.8\" r=\"3.6\"/></g>",
    "<g id=\"bush\"><circle class=\"tree\" r=\"4.6\"/><circle class=\"tree-top\" cx=\"-1.1\" cy=\"-1.2\" r=\"2.5\"/></g>",
    "<g id=\"house\"><rect class=\"timber\" x=\"-9\" y=\"-6\" width=\"18\" height=\"12\"/><rect class=\"roof\" x=\"-9\" y=\"-6\" width=\"18\" height=\"6\"/></g>",
    "<g id=\"stonehouse\"><rect class=\"stone\" x=\"-10\" y=\"-7\" width=\"20\" height=\"14\"/><rect class=\"slate\" x=\"-10\" y=\"-7\" width=\"20\" height=\"7\"/></g>",
    "<g id=\"reeds\"><path class=\"reed\" d=\"M-5,4 L-4,-3 M0,5 V-5 M5,4 L4,-3 M-7,5 H7\"/></g>",
    "<g id=\"tuft\"><path class=\"tuft\" d=\"M-3,2 L-2,-2 M0,2 V-3 M3,2 L2,-2\"/></g>",
    "<g id=\"stones\"><circle class=\"stones\" cx=\"-3\" r=\"1.7\"/><circle class=\"stones\" cx=\"2\" cy=\"2\" r=\"1.3\"/><circle class=\"stones\" cx=\"3\" cy=\"-2.6\" r=\"1\"/></g>",
    "<g id=\"fire\"><path class=\"flame\" d=\"M0,8 C-7,8 -8,0 -3,-5 C-3,-2 -1,-2 0,-10 C5,-5 8,0 6,4 C5,7 3,8 0,8Z\"/><path class=\"flame2\" d=\"M0,8 C-4,8 -4,3 0,-2 C4,3 4,8 0,8Z\"/></g>",
    "<g id=\"star\"><path class=\"goal-star\" d=\"M0,-9 L2.6,-3.2 L9,-2.6 L4.2,1.6 L5.6,7.8 L0,4.6 L-5.6,7.8 L-4.2,1.6 L-9,-2.6 L-2.6,-3.2Z\"/></g>",
);
